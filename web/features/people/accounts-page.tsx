import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  type Account,
  type AccountChange,
  AccountSearch,
  changeAccount,
  exportAccount,
  searchAccount,
} from '#contract/staff-accounts.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { TextField } from '#web/components/field.tsx';
import { FormError } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { Section, SectionDone } from '#web/components/section.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { OwnerPage } from '../site-administration/owner-page.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { useChange } from '../staff/use-change.ts';
import { AccountDeletion } from './account-deletion.tsx';
import { AccountFacts } from './account-facts.tsx';

/**
 * An owner finds an account and helps its person: signs out, disables, removes lost verification methods,
 * confirms the address, exports the data, or deletes the account.
 */
export function AccountsPage() {
  const [account, setAccount] = useState<Account>();
  const { form, field } = useFields(AccountSearch, { defaultValues: { account: '' } });
  const { control, error } = field('account');
  const find = async (body: z.infer<typeof AccountSearch>) => {
    setAccount(undefined);
    setAccount(await call(searchAccount, { body }));
  };
  return (
    <OwnerPage
      heading={t`Accounts`}
      lead={t`Help somebody who cannot sign in, or stop somebody who should not. The person sees that an owner opened the account.`}
    >
      <Section title={t`Find an account`}>
        <ActionForm form={form} onSubmit={find} submitLabel={t`Find`} toText={searchError}>
          <TextField
            control={control}
            error={error && t`Enter an email address or the id of an account`}
            label={t`Email or account id`}
            autoComplete="off"
          />
        </ActionForm>
      </Section>
      {account && <FoundAccount key={account._id} account={account} onChanged={setAccount} />}
    </OwnerPage>
  );
}

const searchError = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 404)
    return t`There is no account with this address or id. Check the spelling.`;
  return staffErrorText(error);
};

type Props = { account: Account; onChanged: (account: Account) => void };

function FoundAccount({ account, onChanged }: Props) {
  const { done, failure, isBusy, change } = useChange();
  const name = account.email ?? account._id;

  async function apply(kind: AccountChange) {
    const { title, text, yes, result } = changeTexts[kind];
    if (!(await confirmDialog({ title, text, yes, no: t`Cancel`, details: name }))) return;
    await change(async () => {
      await call(changeAccount, { params: { id: account._id }, body: { change: kind } });
      onChanged(changed(account, kind));
      return `${result} ${name}`;
    });
  }
  async function download() {
    const data = await call(exportAccount, { params: { id: account._id } });
    await saveFile(`account-${account._id}.json`, JSON.stringify(data, null, 2), 'application/json');
    return t`The data has been downloaded. Delete the file once the person has it.`;
  }
  const buttons: AccountChange[] = [
    ...(account.email && !account.emailVerified ? (['send-confirmation', 'confirm-address'] as const) : []),
    'sign-out',
    ...(account.verificationMethods > 0 ? (['remove-verification-methods'] as const) : []),
    account.isDisabled ? 'enable' : 'disable',
  ];
  return (
    <Section title={t`Account`}>
      <AccountFacts account={account} />
      <FormError text={failure} />
      <SectionDone text={done} />
      <div className="flex flex-wrap gap-3">
        {buttons.map((kind) => (
          <Button
            key={kind}
            variant={kind === 'disable' ? 'danger' : 'outlined'}
            isBusy={isBusy}
            onClick={() => void apply(kind)}
          >
            {changeTexts[kind].yes}
          </Button>
        ))}
        <Button variant="outlined" isBusy={isBusy} onClick={() => void change(download)}>
          {t`Download all data`}
        </Button>
      </div>
      <AccountDeletion account={account} isBusy={isBusy} change={change} onChanged={onChanged} />
    </Section>
  );
}

function changed(account: Account, kind: AccountChange): Account {
  if (kind === 'remove-verification-methods') return { ...account, verificationMethods: 0 };
  if (kind === 'sign-out' || kind === 'send-confirmation') return account;
  if (kind === 'confirm-address') return { ...account, emailVerified: true };
  return { ...account, isDisabled: kind === 'disable' };
}

const changeTexts: Record<AccountChange, { title: string; text: string; yes: string; result: string }> = {
  'sign-out': {
    title: t`Sign this person out?`,
    text: t`All devices are signed out at once. The person can sign in again.`,
    yes: t`Sign out everywhere`,
    result: t`Signed out everywhere:`,
  },
  'remove-verification-methods': {
    title: t`Remove all verification methods and passkeys?`,
    text: t`After this, the password alone is enough to sign in, or the link in an email. Do it only if you are sure who is asking, for example because you called them back. All devices are signed out, and the person gets an email.`,
    yes: t`Remove verification methods`,
    result: t`Verification methods removed:`,
  },
  'send-confirmation': {
    title: t`Send the confirmation link again?`,
    text: t`The person gets an email with a link that confirms the address. It works for 24 hours.`,
    yes: t`Send the confirmation link`,
    result: t`Confirmation link sent to`,
  },
  'confirm-address': {
    title: t`Confirm the address of this account?`,
    text: t`Do it only if you know that the address belongs to the person who asks. Whoever has the password of this account then also sees what is kept for this address, such as earlier donations.`,
    yes: t`Confirm the address`,
    result: t`Address confirmed:`,
  },
  disable: {
    title: t`Disable this account?`,
    text: t`All devices are signed out, and the person cannot sign in until you enable the account again. Appointments and photos stay.`,
    yes: t`Disable the account`,
    result: t`Disabled:`,
  },
  enable: {
    title: t`Enable this account?`,
    text: t`The person can sign in again.`,
    yes: t`Enable the account`,
    result: t`Enabled:`,
  },
};
