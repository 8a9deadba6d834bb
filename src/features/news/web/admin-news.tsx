import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { memberName } from '#shared/member-name.ts'
import { networkTextOf } from '#web/call.ts'
import { Ago } from '#web/ui/ago.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useNow } from '#web/use-env.ts'
import type { NewsPost } from '../news.contract.ts'
import { NEWS_FILTERS, type NewsFilter } from '../news.endpoints.ts'
import { type NewsState, stateOf } from '../news.rules.ts'
import { listFailure } from '../news.texts.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { DeleteNews } from './delete-news.tsx'
import { adminNewsQuery } from './news.api.ts'
import { type AdminNewsParams, adminNewsAddress, articleAddress, editAddress } from './news-address.ts'
import { NewsKind } from './news-parts.tsx'
import { NewsSearch } from './news-search.tsx'

const FILTER_LABELS: Record<NewsFilter, string> = {
  all: 'All',
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
}
const FILTER_ORDER: readonly NewsFilter[] = ['all', ...NEWS_FILTERS.filter((filter) => filter !== 'all')]
const STATE_LABELS: Record<NewsState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
}

/** Every post, with links to write and edit (G19, R-ADMIN-02). */
export function AdminNews({ params }: { params: AdminNewsParams }) {
  const list = useInfiniteQuery(adminNewsQuery(params.status, params.search))
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState<NewsPost | null>(null)
  const posts = [...new Map(list.data?.pages.flatMap((page) => page.posts).map((post) => [post.id, post])).values()]
  const isFiltered = params.status !== 'all' || params.search !== ''
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink kind="solid" icon="plus" href="/admin/news/new">
          New post
        </ButtonLink>
        <div className="min-w-0 overflow-x-auto">
          <Segmented
            label="Status"
            value={params.status}
            options={FILTER_ORDER.map((value) => ({
              value,
              label: FILTER_LABELS[value],
              href: adminNewsAddress({ ...params, status: value }),
            }))}
          />
        </div>
        <NewsSearch
          search={params.search}
          onSearch={(search) =>
            void navigate(adminNewsAddress({ ...params, search }), { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <PagedList
        list={list}
        isEmpty={posts.length === 0}
        failed={networkTextOf(list.error) ?? listFailure(list.error?.message ?? '')}
        empty={
          <EmptyState
            level={2}
            title={isFiltered ? 'No matching posts' : 'No news yet'}
            text={isFiltered ? NEWS_EDITOR_TEXTS.noneFound : NEWS_EDITOR_TEXTS.none}
            link={{
              href: isFiltered ? '/admin/news' : '/admin/news/new',
              label: isFiltered ? 'Show all posts' : 'Write the first',
            }}
          />
        }
      >
        <ul aria-label="Posts">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} onDelete={() => setDoomed(post)} />
          ))}
        </ul>
      </PagedList>
      {doomed && <DeleteNews post={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

function PostFacts({ post }: { post: NewsPost }) {
  const at = post.published_at === null ? null : new Date(post.published_at)
  const state = stateOf({ status: post.status, published_at: at }, useNow())
  const shownAt = state === 'draft' ? post.updated_at : (post.published_at ?? post.updated_at)
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <NewsKind post={post}>
        <Chip className="news-badge">{STATE_LABELS[state]}</Chip>
      </NewsKind>
      <h2 className="text-16 font-[650] wrap-anywhere">
        <a href={articleAddress(post.slug)} className="underline-offset-3 hover:underline">
          {post.title}
        </a>
      </h2>
      <p className="flex flex-wrap gap-x-3 text-13 text-text-2">
        {state === 'scheduled' && at ? (
          <time dateTime={at.toISOString()}>
            {at.toISOString().slice(0, 10)}, {at.toISOString().slice(11, 16)} UTC
          </time>
        ) : (
          <Ago at={shownAt} />
        )}
        {post.author && <span>{memberName(post.author)}</span>}
      </p>
    </div>
  )
}

function PostRow({ post, onDelete }: { post: NewsPost; onDelete: () => void }) {
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <PostFacts post={post} />
      <div className="flex flex-wrap items-start gap-2">
        <ButtonLink icon="pen" href={editAddress(post.id)} aria-label={`Edit ${post.title}`}>
          Edit
        </ButtonLink>
        <DotsButton
          label={`More about ${post.title}`}
          items={[{ label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete }]}
        />
      </div>
    </li>
  )
}
