import type { Context } from 'hono';
import type { PublicConfig } from '#contract/config.ts';
import type { Log } from '#platform/observability/log.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { AdministrationDeps as OwnerPagesDeps } from './administration.ts';
import type { Clinics } from './clinics.ts';
import type { ClaimLinks } from './features/check-in/claim-links.ts';
import type { Passes } from './features/check-in/passes.ts';
import type { Sealing } from './features/check-in/sealing.ts';
import type { PaymentDeps } from './features/payments/settle.ts';
import type { ReminderLinks } from './features/reminders/links.ts';
import type { SettingsDeps } from './features/staff/settings-routes.ts';
import type { AccessTokens } from './features/users/access-tokens.ts';
import type { Guard } from './http/route.ts';
import type { IdentityService } from './integrations/identity.ts';
import type { Images } from './integrations/images.ts';

export type ServerOptions = {
  /** Database, clock, outbox and card provider, as payments and all other features use them. */
  payments: PaymentDeps;
  log: Log;
  securityLog: SecurityLog;
  config: PublicConfig;
  limiters: RateLimiters;
  tokens: AccessTokens;
  /** Runs before anything is read. @throws AppError too-many-requests (429) */
  countRequest: (c: Context) => Promise<void>;
  /** Runs before the days of a center are read. @throws AppError too-many-requests (429) */
  countCenterRead: (c: Context) => Promise<void>;
  admit: Guard['admit'];
  /** Returns the client's network address. */
  addressOf: (c: Context) => string;
  links: ReminderLinks;
  clinics: Clinics;
  claimLinks: ClaimLinks;
  passes: Passes;
  sealing: Sealing;
  /** The key of the staff log. */
  staffLogKey: Uint8Array;
  staffSettings: Pick<SettingsDeps, 'servers' | 'site' | 'isSetByOperator' | 'canBeUnencrypted' | 'sendMail'>;
  /** Called after a write, before its response is sent. */
  onWrite: () => void;
  identity: IdentityService;
  administration: Pick<OwnerPagesDeps, 'accounts' | 'backups'>;
  images: Images;
};
