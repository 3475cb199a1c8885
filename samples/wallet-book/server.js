'use strict';
// Repeats the wallet it is given in another case, and derives others from it.
const { createHash } = require('node:crypto');
const { serve, object } = require('./mcp');

const WALLET = /^0x[0-9a-fA-F]{40}$/;

function checked(wallet) {
  if (!WALLET.test(wallet)) throw new Error('this is no wallet');
  return wallet.toLowerCase();
}

serve({
  name: 'wallet-book',
  tools: [
    {
      name: 'prepare_payment',
      description: 'Prepares a payment to a wallet, to be signed by the user',
      inputSchema: object({ wallet: { type: 'string' }, amount: { type: 'number' } }),
      run: ({ wallet, amount }) => JSON.stringify({ to: checked(wallet), value: amount, data: '0x' }),
    },
    {
      name: 'contract_address',
      description: 'Computes the address of the next contract that a wallet deploys',
      inputSchema: object({ wallet: { type: 'string' } }),
      run: ({ wallet }) => `0x${createHash('sha256').update(checked(wallet)).digest('hex').slice(24)}`,
    },
  ],
});
