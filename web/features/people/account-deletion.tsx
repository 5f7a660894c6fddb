import { t } from '@lingui/core/macro';
import type * as contract from '#contract/staff-accounts.ts';
import {
  confirmDeletion,
  requestDeletion,
  searchAccount,
  withdrawDeletion,
} from '#contract/staff-accounts.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { formatDateTime } from '#web/i18n/days.ts';

type Props = {
  account: contract.Account;
  isBusy: boolean;
  change: (action: () => Promise<string>) => Promise<void>;
  onChanged: (account: contract.Account) => void;
};

/** Two owners delete an account, or one in two steps a day apart, because nothing brings it back. */
export function AccountDeletion({ account, isBusy, change, onChanged }: Props) {
  const { _id: id, deletion } = account;
  const details = account.email ?? id;
  const reload = async () => onChanged(await call(searchAccount, { body: { account: id } }));

  async function ask() {
    const isConfirmed = await confirmDialog({
      title: t`Request the deletion of this account?`,
      text: t`The person gets an email. Another owner can confirm the deletion at once, or you can after a day.`,
      yes: t`Request the deletion`,
      no: t`Cancel`,
      details,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(requestDeletion, { params: { id } });
      await reload();
      return t`The deletion is requested.`;
    });
  }

  const keep = () =>
    change(async () => {
      await call(withdrawDeletion, { params: { id } });
      await reload();
      return t`The account stays.`;
    });

  async function confirm() {
    const isConfirmed = await confirmDialog({
      title: t`Delete this account?`,
      text: t`Unpaid appointments, photos and reviews are deleted, and paid appointments are kept without a name. This cannot be undone.`,
      yes: t`Delete the account`,
      no: t`Cancel`,
      details,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(confirmDeletion, { params: { id } });
      onChanged({ ...account, deletion: undefined });
      return t`The account is deleted within seconds.`;
    });
  }

  const requested = deletion && formatDateTime(deletion.requestedAt);
  const confirmable = deletion && formatDateTime(deletion.confirmableAt);
  const mustWait = deletion?.isOwn && Date.parse(deletion.confirmableAt) > Date.now();
  return (
    <div className="grid gap-3">
      {requested && (
        <p className="border-line border-t pt-4">
          {t`The deletion of this account was requested on ${requested}.`}{' '}
          {mustWait && confirmable && t`Another owner can confirm it now, or you can from ${confirmable}.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {/* One element for both, because it has the focus when one replaces the other. */}
        <Button
          variant={deletion ? 'outlined' : 'danger'}
          isBusy={isBusy}
          onClick={() => void (deletion ? keep() : ask())}
        >
          {deletion ? t`Keep the account` : t`Request the deletion`}
        </Button>
        {deletion && !mustWait && (
          <Button variant="danger" isBusy={isBusy} onClick={() => void confirm()}>
            {t`Delete the account`}
          </Button>
        )}
      </div>
    </div>
  );
}
