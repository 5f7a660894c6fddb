/** Who looks after the access token when a call is refused. The session takes this part when it starts. */
export type AccessKeeper = {
  /** The call sent with this token was answered 401. True when another token stands ready for a second try. */
  renew(sent: string | null): Promise<boolean>;
  /** The call sent with this token was answered 403. */
  refuse(sent: string | null): void;
};

const nobody: AccessKeeper = { renew: async () => false, refuse: () => {} };
let current = nobody;

export const accessKeeper: AccessKeeper = {
  renew: (sent) => current.renew(sent),
  refuse: (sent) => current.refuse(sent),
};

export function keepAccess(keeper: AccessKeeper): void {
  current = keeper;
}
