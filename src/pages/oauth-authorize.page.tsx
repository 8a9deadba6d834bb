import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { hostOfRedirect } from '#features/public-api/apps.rules.ts'
import { REQUEST_TEXTS } from '#features/public-api/apps.texts.ts'
import { AUTHORIZE_TEXTS } from '#features/public-api/oauth-authorize.texts.ts'
import { AppConsent } from '#features/public-api/web/app-consent.tsx'
import { appRequestQuery } from '#features/public-api/web/apps.api.ts'
import { Head } from '#web/head.tsx'
import { type LoadContext, PageStatus } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Wordmark } from '#web/ui/logo.tsx'
import { useEnv } from '#web/use-env.ts'

/** An app sends a member here to ask for access (RFC 6749, 4.1.1; decision 0093). */
export async function load({ client, url }: LoadContext) {
  const { problem } = await client.fetchQuery(appRequestQuery(url.search))
  return problem === null ? undefined : new PageStatus(400)
}

export function Page() {
  const { search } = useLocation()
  const viewer = useViewer()
  const { productName } = useEnv()
  const { data } = useQuery(appRequestQuery(search))
  // The page is for members; the router has redirected visitors to the sign-in.
  if (!viewer || !data) return null
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-[560px] content-start gap-6 px-5 py-8 md:content-center">
      <Head title="Access for an app" description={AUTHORIZE_TEXTS.about} path="/oauth/authorize" isIndexed={false} />
      <a href="/" aria-label={`${productName}, home`} className="justify-self-start">
        <Wordmark name={productName} logoSize={28} className="text-[1.25rem]" />
      </a>
      {data.question ? (
        <AppConsent question={data.question} username={viewer.username ?? viewer.email} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <ErrorState title={REQUEST_TEXTS.title} text={data.problem ?? REQUEST_TEXTS.other} level={1} />
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/">{AUTHORIZE_TEXTS.home}</ButtonLink>
            {data.back_to !== null && (
              <ButtonLink href={data.back_to} kind="quiet" rel="noreferrer">
                {REQUEST_TEXTS.back(hostOfRedirect(data.back_to))}
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
