"""Asks a server for everything with the official Python client and prints each answer as one line."""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def line(what, answer):
    text = json.dumps(answer.model_dump(mode="json", by_alias=True), sort_keys=True)
    print(what, text)


async def attempt(what, asking):
    try:
        line(what, await asking)
    except Exception as e:  # the words of an error are part of the comparison
        print(what, "error", str(e))


async def main():
    calls = json.loads(sys.argv[1])
    server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            line("initialize", await session.initialize())
            await attempt("ping", session.send_ping())
            await attempt("tools", session.list_tools())
            await attempt("prompts", session.list_prompts())
            await attempt("resources", session.list_resources())
            for name, arguments in calls:
                await attempt("call " + name, session.call_tool(name, arguments))


asyncio.run(main())
