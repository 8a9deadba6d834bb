import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullDate } from '#shared/dates.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingSpinner } from '#web/ui/loading-spinner.tsx'
import type { InfoPage } from '../info.contract.ts'
import type { InfoPageName } from '../info.rules.ts'
import { PAGE_NOT_LOADED } from '../info-pages.texts.ts'
import { infoPageQuery } from './info.api.ts'

/** Loads an info page; `children` renders it. */
export function InfoPageLoader({ name, children }: { name: InfoPageName; children: (page: InfoPage) => ReactNode }) {
  const { data, isError, refetch } = useQuery(infoPageQuery(name))
  if (data) return children(data.page)
  if (isError) return <ErrorState text={PAGE_NOT_LOADED} onRetry={() => void refetch()} level={1} />
  return <LoadingSpinner />
}

export function LastUpdated({ day }: { day: string }) {
  return (
    <p className="fact">
      Last updated <time dateTime={day}>{fullDate(new Date(`${day}T00:00:00Z`))}</time>
    </p>
  )
}

/** HTML that the server made from Markdown and sanitised. */
export function MarkdownText({ html }: { html: string }) {
  if (html === '') return null
  return (
    <div
      className="markdown"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** The whole text of a page, section by section. */
export function InfoSections({ page }: { page: InfoPage }) {
  return (
    <div className="grid gap-10">
      <MarkdownText html={page.introduction} />
      {page.sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id} className="grid min-w-0 gap-3">
          <h2 id={id} className="title text-22 scroll-mt-24">
            {title}
          </h2>
          <MarkdownText html={html} />
        </section>
      ))}
    </div>
  )
}
