import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { INFO_PAGES } from '#features/info/info.rules.ts'
import { SLOGAN } from '#features/info/info.texts.ts'
import { INFO_TEXTS } from '#features/info/info-descriptions.texts.ts'
import { ContactScreen } from '#features/info/web/contact-form.tsx'
import { Faq } from '#features/info/web/faq.tsx'
import { infoPageQuery } from '#features/info/web/info.api.ts'
import { InfoFrame } from '#features/info/web/info-frame.tsx'
import { InfoNavigation } from '#features/info/web/info-navigation.tsx'
import { InfoPageLoader, InfoSections, LastUpdated } from '#features/info/web/info-text.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TracingBeam } from '#web/ui/tracing-beam.tsx'
import { TypingText } from '#web/ui/typing-text.tsx'
import { useEnv } from '#web/use-env.ts'

export async function load({ client, params: { page } }: LoadContext) {
  const name = INFO_PAGES.find((known) => known === page)
  if (name) await client.ensureQueryData(infoPageQuery(name))
  else if (page !== undefined && page !== 'contact') throw new Response(null, { status: 404 })
}

/** The index of the info pages, or the page that the address names (R-INFO-01, G17, G18). */
export function Page() {
  const { page } = useParams()
  const { productName } = useEnv()
  switch (page) {
    case 'about':
      return <About />
    case 'faq':
      return (
        <InfoPageLoader name="faq">
          {(faq) => (
            <InfoFrame
              path="/info/faq"
              title={faq.title}
              description={INFO_TEXTS.faq(productName)}
              lead={<LastUpdated day={faq.updated} />}
            >
              <Faq page={faq} />
            </InfoFrame>
          )}
        </InfoPageLoader>
      )
    case 'contact':
      return (
        <InfoFrame
          path="/info/contact"
          title="Contact"
          description={INFO_TEXTS.contact(productName)}
          lead={
            <p className="max-w-[64ch] text-16 text-text-2">
              {INFO_TEXTS.contactLead}{' '}
              <a className="linkish" href="/info/faq">
                questions and answers
              </a>{' '}
              know it already.
            </p>
          }
        >
          <ContactScreen />
        </InfoFrame>
      )
    case 'privacy':
    case 'terms':
      return (
        <InfoPageLoader name={page}>
          {(text) => (
            <InfoFrame
              path={`/info/${page}`}
              title={text.title}
              description={page === 'privacy' ? INFO_TEXTS.privacy(productName) : INFO_TEXTS.terms(productName)}
              lead={<LastUpdated day={text.updated} />}
            >
              <InfoSections page={text} />
            </InfoFrame>
          )}
        </InfoPageLoader>
      )
    default:
      return <Index />
  }
}

function Index(): ReactNode {
  const { productName } = useEnv()
  return (
    <div className="page pt-(--page-top) pb-8 md:pb-12">
      <Head title="Info" description={INFO_TEXTS.index(productName)} path="/info" />
      <InfoNavigation variant="breadcrumb" />
      <h1 className="title mt-6 mb-8 text-28 md:mb-10 md:text-40">Info</h1>
      <InfoNavigation variant="grid" />
    </div>
  )
}

/** Describes the site and the sources of its facts. */
function About() {
  const { productName } = useEnv()
  return (
    <InfoPageLoader name="about">
      {(page) => (
        <InfoFrame
          path="/info/about"
          title={page.title}
          description={INFO_TEXTS.about(productName)}
          lead={
            <p className="title text-22 text-text-2 max-[22.5rem]:text-18 md:text-28">
              <TypingText text={SLOGAN} />
            </p>
          }
        >
          <TracingBeam>
            <InfoSections page={page} />
            <p className="mt-10">
              <ButtonLink href="/all-games">Find a game</ButtonLink>
            </p>
          </TracingBeam>
        </InfoFrame>
      )}
    </InfoPageLoader>
  )
}
