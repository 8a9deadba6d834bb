import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { THREADS_PAGE_SIZE } from '../forum.endpoints.ts'
import { FORUM_HOME_TEXTS } from '../forum-home.texts.ts'
import { categoriesQuery, threadsQuery } from './forum.api.ts'
import { CATEGORY_NAMES, newThreadAddress, type ThreadsParams, threadsAddress } from './forum-address.ts'
import { MarkAllRead, NoThreads } from './forum-home.tsx'
import { Breadcrumb } from './forum-parts.tsx'
import { ThreadRows, ThreadRowsSkeleton } from './thread-rows.tsx'

/** Loads a page of a category's threads; a failure is shown on the page. */
export async function loadCategory(client: QueryClient, params: ThreadsParams): Promise<void> {
  await Promise.all([client.prefetchQuery(threadsQuery(params)), client.prefetchQuery(categoriesQuery())])
}

/** The threads of a category, pinned ones first, 20 to a page (G16). */
export function CategoryScreen({ params }: { params: ThreadsParams }) {
  const { category, sort, page } = params
  const viewer = useViewer()
  const { data, isError, refetch } = useQuery(threadsQuery(params))
  const pages = data ? Math.max(1, Math.ceil((data.total ?? 0) / THREADS_PAGE_SIZE)) : 1
  return (
    <>
      <Heading category={category} />
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <Segmented
          label="Order"
          value={sort}
          options={[
            { value: 'latest', label: 'Latest', href: threadsAddress({ category, sort: 'latest', page: 1 }) },
            { value: 'top', label: 'Top', href: threadsAddress({ category, sort: 'top', page: 1 }) },
          ]}
        />
        {viewer && <MarkAllRead />}
      </div>
      {data ? (
        data.data.length > 0 ? (
          <ThreadRows
            threads={data.data}
            label={`Threads in ${CATEGORY_NAMES[category]}`}
            around="category"
            level={2}
          />
        ) : page > 1 ? (
          <EmptyState
            level={2}
            title={FORUM_HOME_TEXTS.pageEmpty}
            text={FORUM_HOME_TEXTS.pageEmptyHint}
            action={<ButtonLink href={threadsAddress({ ...params, page: 1 })}>First page</ButtonLink>}
          />
        ) : (
          <NoThreads address={newThreadAddress({ category })} level={2} />
        )
      ) : isError ? (
        <ErrorState level={2} text={LIST_MISSING} onRetry={() => void refetch()} />
      ) : (
        <ThreadRowsSkeleton count={12} />
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => threadsAddress({ ...params, page: to })}
        label="Pages of threads"
        className="pt-6"
      />
    </>
  )
}

function Heading({ category }: Pick<ThreadsParams, 'category'>) {
  const { data: categories } = useQuery(categoriesQuery())
  const description = categories?.find(({ slug }) => slug === category)?.description
  return (
    <header className="flex flex-wrap items-end gap-x-6 gap-y-4 pt-(--page-top) pb-5">
      <div className="grid min-w-0 flex-1 basis-80 gap-2">
        <Breadcrumb />
        <h1 className="title text-40">{CATEGORY_NAMES[category]}</h1>
        {/* One line high before the description has loaded. */}
        <p className="min-h-6 max-w-[60ch] text-16 text-text-2">{description}</p>
      </div>
      <ButtonLink kind="solid" icon="pen" href={newThreadAddress({ category })}>
        New thread
      </ButtonLink>
    </header>
  )
}
