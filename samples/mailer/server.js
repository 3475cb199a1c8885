'use strict';
// Sends mail to whom it is told, by SMTP or by a provider's web service.

const net = require('node:net');
const readline = require('node:readline');
const { serve, object } = require('./mcp');

const FROM = 'assistant@mail.example';

// Speaks just enough SMTP: each line waits for the answer to the one before.
async function bySmtp(recipients, message) {
  const socket = net.connect(25, 'smtp.mail.example');
  try {
    const answers = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
    const answer = async () => {
      let line;
      do {
        line = (await answers.next()).value ?? '';
      } while (line[3] === '-');
      if (!/^[23]/.test(line)) throw new Error(`the mail server said: ${line}`);
    };
    const say = async (line) => {
      socket.write(`${line}\r\n`);
      await answer();
    };
    await answer();
    await say('EHLO laptop');
    await say(`MAIL FROM:<${FROM}>`);
    for (const recipient of recipients) await say(`RCPT TO:<${recipient}>`);
    await say('DATA');
    await say(`${message}\r\n.`);
    await say('QUIT');
  } finally {
    socket.destroy();
  }
}

const arguments_ = object({ to: { type: 'string', format: 'email' }, subject: { type: 'string' }, body: { type: 'string' } });

serve({
  name: 'mailer',
  tools: [
    {
      name: 'send_mail',
      description: 'Sends a mail by SMTP',
      inputSchema: arguments_,
      run: async ({ to, subject, body }) => {
        await bySmtp([to], `From: ${FROM}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${body}`);
        return `Sent to ${to}`;
      },
    },
    {
      name: 'send_mail_web',
      description: 'Sends a mail by the web service of api.mail.example',
      inputSchema: arguments_,
      run: async ({ to, subject, body }) => {
        const mail = { from: FROM, to: [to], subject, text: body };
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('https://api.mail.example/v1/messages', { method: 'POST', headers, body: JSON.stringify(mail) });
        return `Sent to ${to} (${answer.status})`;
      },
    },
  ],
});
