import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { type PublicRequest, reportBloodRequest } from '#contract/blood-requests.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { Section, SectionDone } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { basePath } from '#web/i18n/language.ts';
import { AnswerSection } from './answer-section.tsx';
import { requestErrorText } from './error-texts.ts';
import { Messages } from './messages.tsx';
import { OwnRequest } from './own-request.tsx';
import { RequestFacts, StateMark } from './request-facts.tsx';
import { findInPage, requestQuery } from './request-queries.ts';
import { isOver, neverMoney } from './request-texts.ts';

/** The page of a request: for everybody, for the family, and for donors who were asked or have agreed. */
export function RequestSections() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const query = useQuery(requestQuery(id, user?.uid));
  const { data: request, error } = query;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const { bloodGroup = '', hospital = '' } = request ?? {};
  const isTalking =
    request?.own || ['agreed', 'reserve', 'arrived', 'given'].includes(request?.answer?.state ?? '');
  return (
    <div className="bb-page bb-section bb-full-height grid grid-cols-1 content-start gap-6 *:max-w-4xl">
      <div className="grid gap-2">
        <Link to="/requests" className="bb-text-link justify-self-start">
          <Trans>All requests</Trans>
        </Link>
        <h1 tabIndex={-1} className="wrap-anywhere">
          {request ? t`${bloodGroup} blood for ${hospital}` : t`Request for blood`}
        </h1>
      </div>
      {request && !findInPage(id) && <title>{`${bloodGroup} ${hospital} | ${siteName()}`}</title>}
      {!request && !error && <Spinner label={t`Loading the request`} />}
      {error && <LoadError name={t`The request`} query={query} />}
      {request && (
        <>
          <section aria-label={t`What is needed`} className="bb-card grid gap-4 p-6">
            <p>
              <StateMark state={request.state} />
            </p>
            <RequestFacts request={request} />
          </section>
          {!request.own && <AnswerSection request={request} />}
          {request.own && <OwnRequest request={request} own={request.own} />}
          {isTalking && user && <Messages request={request} userId={user.uid} />}
          {request.state !== 'waiting' && request.state !== 'refused' && <Share request={request} />}
          {!request.own && <Report id={id} />}
        </>
      )}
    </div>
  );
}

function Share({ request }: { request: PublicRequest }) {
  const address = `${pageData().publicUrl}${basePath}/requests/${request._id}`;
  const { bloodGroup, hospital } = request;
  const text = t`${bloodGroup} blood is needed at ${hospital}: ${address}`;
  if (isOver(request)) return null;
  return (
    <Section title={t`Tell others`}>
      <p>
        <Trans>Anyone who can help can answer there. The page shows no names.</Trans>
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a
          className="bb-text-link min-h-11"
          rel="noreferrer"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        >
          WhatsApp
        </a>
        <a
          className="bb-text-link min-h-11"
          rel="noreferrer"
          href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`}
        >
          Facebook
        </a>
      </p>
    </Section>
  );
}

function Report({ id }: { id: string }) {
  const { user } = useSession();
  const location = useLocation();
  const { failure, isBusy, attempt } = useFormAction(requestErrorText);
  const [done, setDone] = useState<string>();
  async function report(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t`Report this request?`,
      text: t`Report it if someone asks for money or a phone number, or if it is not true. A coordinator checks it.`,
      yes: t`Report`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    await call(reportBloodRequest, { params: { id } });
    setDone(t`Thank you. A coordinator checks it.`);
  }
  return (
    <Section title={t`Is something wrong?`}>
      <p>{neverMoney()}</p>
      <FormError text={failure} />
      <SectionDone text={done} />
      {!done &&
        (user ? (
          <Button variant="outlined" isBusy={isBusy} onClick={() => void attempt(report)}>
            <Trans>Report a swindler</Trans>
          </Button>
        ) : (
          <LinkButton
            to="/login"
            state={returnState(location, t`Sign in to report this request.`)}
            variant="outlined"
            className="justify-self-start"
          >
            <Trans>Report a swindler</Trans>
          </LinkButton>
        ))}
    </Section>
  );
}
