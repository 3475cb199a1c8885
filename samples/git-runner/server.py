"""Runs git in the folder it is given."""

import subprocess

from mcp import serve, tool


def git(*argv, folder=None):
    done = subprocess.run(["git", *argv], cwd=folder, capture_output=True, text=True, timeout=10)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"git ended with {done.returncode}")
    return done.stdout.strip()


serve(
    "git-runner",
    [
        tool("git_version", "Says which git is installed", {}, lambda _: git("--version")),
        tool(
            "git_status",
            "Shows the state of a repository",
            {"folder": {"type": "string", "description": "Folder of the repository"}},
            lambda arguments: git("status", "--short", "--branch", folder=arguments["folder"]),
        ),
    ],
)
