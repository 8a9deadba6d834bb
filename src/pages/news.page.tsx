import { useSearchParams } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { InfoFrame } from '#features/info/web/info-frame.tsx'
import { NEWS_ATOM } from '#features/news/news.rules.ts'
import { newsAboutText } from '#features/news/news-page.texts.ts'
import { newsParamsOf } from '#features/news/web/news-address.ts'
import { loadNews, NewsList } from '#features/news/web/news-list.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useEnv } from '#web/use-env.ts'

export const load = ({ client, url }: LoadContext) => loadNews(client, newsParamsOf(url.searchParams))

/** The front page of news (R-ROUTE-27, R-NEWS-03). */
export function Page() {
  const { productName, origin } = useEnv()
  const viewer = useViewer()
  const [search] = useSearchParams()
  return (
    <InfoFrame
      path="/info/news"
      title="News"
      description={newsAboutText(productName)}
      lead={
        viewer?.role === 'admin' && (
          <ButtonLink icon="plus" href="/admin/news/new" className="justify-self-start">
            New post
          </ButtonLink>
        )
      }
    >
      <link rel="alternate" type="application/atom+xml" title={`News · ${productName}`} href={origin + NEWS_ATOM} />
      <NewsList params={newsParamsOf(search)} />
    </InfoFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
