import * as z from 'zod/mini';
import { Email, Password } from '#web/auth/credentials.ts';

export const LoginFields = z.object({ email: Email, password: Password });

export const EmailFields = z.object({ email: Email });
