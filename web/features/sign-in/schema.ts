import * as z from 'zod/mini';
import { Email, Password, VisibleName } from '#web/auth/credentials.ts';

export const LoginFields = z.object({ email: Email, password: Password });

export const RegisterFields = z.object({ name: VisibleName, email: Email, password: Password });

export const EmailFields = z.object({ email: Email });
