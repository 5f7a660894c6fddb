import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'react-router';
import { itemPath } from '#contract/site.ts';
import { register as createAccount } from '#web/auth/sign-in.ts';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { Button } from '#web/components/button.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { useFields } from '#web/components/use-fields.ts';
import { basePath } from '#web/i18n/language.ts';
import { EmailField, NameField, PasswordField } from './account-fields.tsx';
import { greetNewUser, type OnFailure } from './greet-new-user.ts';
import { RegisterFields } from './schema.ts';
import { SignInPage } from './sign-in-page.tsx';

export const meta = () =>
  pageMeta({
    title: t`Create Account`,
    path: '/register',
    description: t`Join ${{ site: siteName() }} with your email address and request your first appointment to donate blood.`,
  });

export default function RegisterPage() {
  const { state } = useLocation();
  return (
    <SignInPage
      title={t`Create Account`}
      otherPage={
        <Link to="/login" state={state} replace className="bb-text-link">
          {t`Already have An Account ?`}
        </Link>
      }
    >
      {(onFailure) => <RegisterForm onFailure={onFailure} />}
    </SignInPage>
  );
}

function RegisterForm({ onFailure }: { onFailure: OnFailure }) {
  const { state } = useLocation();
  const { form, field, isSubmitting } = useFields(RegisterFields);

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    onFailure(undefined);
    await createAccount(name, email, password, state?.from?.pathname).then(
      (result) => greetNewUser(result, t`We are emailing you a link to confirm your address.`),
      onFailure,
    );
  });

  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-4">
      <NameField {...field('name')} autoFocus data-first-focus />
      <EmailField {...field('email')} />
      <PasswordField {...field('password')} autoComplete="new-password" />
      <PrivacyNotice />
      <Button type="submit" isBusy={isSubmitting}>
        {t`Register`}
      </Button>
      <p role="status" className="sr-only">
        {isSubmitting && t`Creating your account`}
      </p>
    </form>
  );
}

/** States the consent that registering gives, with the privacy notice. */
function PrivacyNotice() {
  const agreements = pageData().site.legalPages.filter(({ slug }) => ['terms', 'privacy'].includes(slug));
  const hasFee = pageData().site.fee !== null;
  return (
    <div className="bb-hint grid gap-2">
      <p>
        {t`By registering you agree that we store what you enter here and in your appointments, including your blood group. See the privacy notice.`}
      </p>
      {agreements.length > 0 && (
        <p>
          {t`You also agree to:`}{' '}
          {agreements.map(({ slug, title, lang }) => (
            <a
              key={slug}
              lang={lang}
              href={basePath + itemPath('page', slug)}
              target="_blank"
              rel="noopener"
              className="bb-text-link me-3"
            >
              {title}
            </a>
          ))}
        </p>
      )}
      <details>
        <summary className="bb-text-link">{t`Privacy notice`}</summary>
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          <li>
            {t`We store your name, email address, phone number, language, appointments and photos for as long as you have an account.`}
          </li>
          <li>
            {t`Your blood group is health data. We use it only for your donation appointments. Besides you, only the staff of the center of an appointment see it, with your name and phone number.`}
          </li>
          <li>{t`Published reviews show only your text and the name you chose, until you remove them.`}</li>
          {hasFee && (
            <li>
              {t`Card numbers go to the card provider. We never store them. If you delete your account, we keep records of the appointments you paid for, without your name, email address or phone number.`}
            </li>
          )}
          <li>
            {hasFee
              ? t`Other companies receive only what they need. Your payment goes to the card provider. Your email address and phone number go to our email and text message providers. Google receives nothing unless you sign in with Google.`
              : t`Other companies receive only what they need. Your email address and phone number go to our email and text message providers. Google receives nothing unless you sign in with Google.`}
          </li>
          <li>
            {t`We email you the day before an appointment, unless you turn reminders off on your account page or in the email. Another company's calendar receives the day and place of an appointment only when you open its link.`}
          </li>
          <li>
            {t`This browser stores your list of appointments, and requests you filled in offline, until you sign out, for at most a month.`}
          </li>
          <li>
            {hasFee
              ? t`You can withdraw your consent at any time: cancel unpaid appointments, or delete your account and its data on your account page. You can also download your data there.`
              : t`You can withdraw your consent at any time: cancel appointments, or delete your account and its data on your account page. You can also download your data there.`}
          </li>
        </ul>
      </details>
    </div>
  );
}
