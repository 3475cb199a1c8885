/** The tool, its server or the policy refused the call; the text may be the server's own. */
export declare class ToolError extends Error {}
export declare function call(server: string, tool: string, input: object): Promise<any>;
