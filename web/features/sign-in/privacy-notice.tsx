import { t } from '@lingui/core/macro';

/** The consent that registering gives, and what it is about. */
export function PrivacyNotice() {
  return (
    <div className="bb-hint grid gap-2">
      <p>
        {t`By registering you agree that we keep what you enter here and in your appointments, your blood group included, as the privacy notice says.`}
      </p>
      <details>
        <summary className="bb-text-link">{t`Privacy notice`}</summary>
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          <li>
            {t`We keep your name, email address and phone number, the language that you read, your appointments and the photos that you upload, for as long as you have an account.`}
          </li>
          <li>
            {t`Your blood group is health data. We use it for your donation appointments only, and show it to nobody else on this site.`}
          </li>
          <li>
            {t`Of an opinion that you let us publish others see the words and the name that you chose, nothing else, until you withdraw it.`}
          </li>
          <li>
            {t`Card numbers go to the card provider and are never kept by us. A paid appointment stays in our books after you have left, without your name, address and phone number.`}
          </li>
          <li>
            {t`Others learn only what their part takes: the card provider your payment, those who deliver our mails and text messages your address or number, Google nothing unless you sign in with it.`}
          </li>
          <li>
            {t`On the day before an appointment we mail you, unless you have stopped that on your account page or by the mail itself. A calendar of another company gets day and place of an appointment when you open its link, not before.`}
          </li>
          <li>
            {t`This browser keeps the list of your appointments, and what you filled in without a connection, until you sign out, and for a month at most.`}
          </li>
          <li>
            {t`You can withdraw your consent at any time: cancel unpaid appointments, or delete your account and what belongs to it on your account page. There you also get all of it as a file.`}
          </li>
        </ul>
      </details>
    </div>
  );
}
