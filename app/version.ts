import packageJson from '../package.json' with { type: 'json' };

export const { version } = packageJson;

/** The release before this one. It can run beside this one, because migrations keep what it reads. */
export const previousVersion = '1.0.0';
