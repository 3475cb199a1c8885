'use strict';
// Looks up where an NFT's metadata are in its contract on a blockchain, and reads them there.
const { serve, object } = require('./mcp');

const NODE = 'https://rpc.chain.example/';
const TOKEN_URI = '0xc87b56dd';

async function uri(contract, token) {
  const data = TOKEN_URI + BigInt(token).toString(16).padStart(64, '0');
  const answer = await fetch(NODE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract, data }, 'latest'] }),
  });
  const { result } = await answer.json();
  const bytes = Buffer.from(result.slice(2), 'hex');
  return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString('utf8');
}

serve({
  name: 'nft-reader',
  tools: [
    {
      name: 'get_nft_metadata',
      description: 'Reads the metadata of an NFT on Ethereum: asks its contract for the token URI and fetches that',
      inputSchema: object({ contract: { type: 'string' }, token: { type: 'integer', minimum: 0 } }),
      run: async ({ contract, token }) => (await fetch(await uri(contract, token))).text(),
    },
  ],
});
