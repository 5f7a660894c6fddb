import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#platform/logs.ts';
import { syncFolder, writeWhole } from '#platform/whole-file.ts';
import { draftName } from './old-messages.ts';
import type { SendMail } from './smtp.ts';
import type { SendTextMessage } from './text-messages.ts';

export type Messenger = {
  sendMail: SendMail;
  sendTextMessage: SendTextMessage;
};

/**
 * Without an SMTP server each mail becomes one file in `folder` (by rename, so that nobody reads half of it); a text
 * message too without an SMS service. A file is named by the id of its message,
 * so that one which is delivered twice is one file. Logs name the file only.
 */
export function createMessenger(options: {
  sendMail: SendMail | undefined;
  from: string;
  domain: string;
  sendTextMessage: SendTextMessage | undefined;
  folder: string;
  log: Log;
}): Messenger {
  const { from, domain, folder, log } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  async function drop(name: string, content: Uint8Array | string): Promise<void> {
    await writeWhole(join(folder, draftName(name)), join(folder, name), content);
    await syncFolder(folder);
    log.info({ file: name }, 'message written');
  }

  return {
    async sendMail(mail, id, confirm) {
      if (options.sendMail) return options.sendMail(mail, id, confirm);
      const { writeMail } = await import('./smtp.ts');
      await drop(`${id}.eml`, await writeMail(mail, { from, id, domain }));
    },
    async sendTextMessage(message, id, confirm) {
      if (options.sendTextMessage) return options.sendTextMessage(message, id, confirm);
      const { phoneNumber, text } = message;
      await drop(`${id}.sms.json`, JSON.stringify({ phoneNumber, text }));
    },
  };
}
