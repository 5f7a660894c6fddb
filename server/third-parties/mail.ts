import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '#platform/logs.ts';
import type { Mail } from '#platform/messages.ts';
import type { SendTextMessage } from './text-messages.ts';

export type Messenger = {
  sendMail(mail: Mail): Promise<void>;
  sendTextMessage: SendTextMessage;
};

/**
 * Sends mail by SMTP; without an SMTP server each message becomes one file in `folder` (by rename, so that nobody
 * reads half of it); a text message too without an SMS service. Logs name the file only.
 */
export function createMessenger(options: {
  smtpUrl: string | undefined;
  from: string;
  sendTextMessage: SendTextMessage | undefined;
  folder: string;
  log: Log;
}): Messenger {
  const { from, folder, log } = options;
  const smtp = options.smtpUrl ? createTransport(options.smtpUrl) : undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function drop(name: string, content: Uint8Array | string): Promise<void> {
    const draft = join(folder, `.${name}`);
    const file = await open(draft, 'wx', 0o600);
    await file.writeFile(content);
    await file.sync();
    await file.close();
    await rename(draft, join(folder, name));
    log.info({ file: name }, 'message written');
  }

  return {
    async sendMail(mail) {
      if (smtp) {
        await smtp.sendMail({ from, ...mail });
        return;
      }
      const { message } = await writer.sendMail({ from, ...mail });
      await drop(`${fileName()}.eml`, message as Buffer);
    },
    async sendTextMessage(message, id) {
      if (options.sendTextMessage) return options.sendTextMessage(message, id);
      const { phoneNumber, text } = message;
      await drop(`${fileName()}.sms.json`, JSON.stringify({ phoneNumber, text }));
    },
  };
}

const fileName = (): string => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}`;
