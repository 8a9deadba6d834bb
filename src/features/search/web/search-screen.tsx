import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { didYouMeanText, NOTHING_BY_NAME } from '#features/catalogue/nothing-found.texts.ts'
import { counted } from '#shared/counted.ts'
import type { Destination } from '#shared/feature-pages.ts'
import { SEARCH_ERROR } from '#shared/sentences.ts'
import { networkTextOf } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { PageTitle, Section } from '#web/ui/section.tsx'
import type { ResultPicture } from '#web/ui/suggestion-list.tsx'
import type { FoundGroup } from '../search.contract.ts'
import { PAGE_RESULTS, TEXT_MAX } from '../search.endpoints.ts'
import { SEARCH_TEXTS } from '../search.texts.ts'
import { SEARCH_FIELD } from '../search-opener.texts.ts'
import { bestShownText, SEARCH_ABOUT } from '../search-page.texts.ts'
import { findByName } from './find-by-name.ts'
import { destinationsFor, offeredTo, pictureOf, searchAddress } from './palette-results.ts'
import { isSearchable, searchQuery } from './search.api.ts'

/** Returns the text of an address, at most as long as the server takes it. */
export const textIn = (search: URLSearchParams): string =>
  [...(search.get('q') ?? '').trim()].slice(0, TEXT_MAX).join('')

/** Loads the results of the text; the page shows a failure. */
export async function loadSearch(client: QueryClient, text: string): Promise<void> {
  if (isSearchable(text)) await client.prefetchQuery(searchQuery(text, PAGE_RESULTS))
}

/** The page of all results of a text, in groups; without a text the places of the app. */
export function SearchScreen({ text }: { text: string }) {
  const viewer = useViewer()
  const isAsked = isSearchable(text)
  const { data, isError, isPending, error, refetch } = useQuery(searchQuery(isAsked ? text : '', PAGE_RESULTS))
  const groups = isAsked ? (data?.groups ?? []) : []
  const missing = isAsked ? (data?.missing ?? []) : []
  const places = text === '' ? offeredTo(viewer) : findByName(destinationsFor(viewer), text).map(({ thing }) => thing)
  const hasNothing = isAsked && data !== undefined && groups.length + places.length + missing.length === 0
  return (
    <div className="page pb-12">
      <Head
        title={text === '' ? 'Search' : `“${text}” · Search`}
        description={SEARCH_ABOUT}
        path={text === '' ? '/search' : searchAddress(text)}
        isIndexed={false}
      />
      <PageTitle title="Search" />
      <SearchForm text={text} />
      <p className="visually-hidden" role="status">
        {isAsked &&
          data &&
          counted(
            groups.reduce((sum, { items }) => sum + items.length, 0),
            'result',
          )}
      </p>
      {text !== '' && !isAsked && <p className="pt-6 text-text-2">{SEARCH_TEXTS.tooShort}</p>}
      {isAsked && isPending && !isError && <RowsSkeleton count={6} />}
      {isAsked && isError && (
        <ErrorState level={2} text={networkTextOf(error) ?? SEARCH_ERROR} onRetry={() => void refetch()} />
      )}
      {missing.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 pt-6 text-text-2" role="alert">
          {SEARCH_TEXTS.missing(missing)}
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.group} group={group} />
      ))}
      {hasNothing && (
        <EmptyState
          level={2}
          title={NOTHING_BY_NAME}
          text={SEARCH_TEXTS.tryThis}
          link={
            data.meant
              ? { href: data.meant.path, label: didYouMeanText(data.meant.title) }
              : { href: '/all-games', label: 'Browse games' }
          }
        />
      )}
      {places.length > 0 && <Places places={places} text={text} />}
    </div>
  )
}

function SearchForm({ text }: { text: string }) {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      aria-label="Everything"
      action="/search"
      className="flex max-w-[640px] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('q')).trim()
        void navigate(typed === '' ? '/search' : searchAddress(typed))
      }}
    >
      {/* Another address has another text. */}
      <TextInput
        key={text}
        type="search"
        name="q"
        aria-label={SEARCH_FIELD}
        defaultValue={text}
        maxLength={TEXT_MAX}
        autoComplete="off"
        placeholder={SEARCH_FIELD}
      />
      <Button kind="solid" type="submit">
        Search
      </Button>
    </form>
  )
}

function Group({ group: { title, why, items, hasMore, more } }: { group: FoundGroup }) {
  return (
    <Section title={title} {...(more && { more: { href: more, label: `All ${title.toLowerCase()}` } })}>
      <p className="-mt-2 pb-3 text-13 wrap-anywhere text-text-3">
        {`${title} ${why}.`}
        {hasMore && !more && ` ${bestShownText(items.length)}`}
      </p>
      <Rows
        label={title}
        rows={items.map((item) => ({
          key: item.id,
          href: item.path,
          title: item.title,
          facts: item.facts.join(' · '),
          ...pictureOf(item),
        }))}
      />
    </Section>
  )
}

function Places({ places, text }: { places: readonly Destination<IconName>[]; text: string }) {
  const { title, why } = text === '' ? SEARCH_TEXTS.offered : SEARCH_TEXTS.places(text)
  return (
    <Section title={title}>
      {text !== '' && <p className="-mt-2 pb-3 text-13 wrap-anywhere text-text-3">{`${title} ${why}.`}</p>}
      <Rows
        label={title}
        rows={places.map(({ path, label, about = '', icon }) => ({
          key: path,
          href: path,
          title: label,
          facts: about,
          icon,
        }))}
      />
    </Section>
  )
}

type Row = { key: string; href: string; title: string; facts: string } & ResultPicture

function Rows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {rows.map(({ key, href, title, facts, game, person, icon }) => (
        <li key={key} className="min-w-0">
          <a href={href} className="group flex min-h-14 items-center gap-3 py-2">
            {game ? (
              <span className="poster w-11 flex-none">
                <Cover game={game} facts={false} />
              </span>
            ) : person ? (
              <Avatar {...person} size={44} />
            ) : (
              <span className="search-icon">
                <Icon name={icon ?? 'right'} />
              </span>
            )}
            <span className="min-w-0">
              <b className="line-clamp-2 font-[650] wrap-anywhere underline-offset-3 group-hover:underline" dir="auto">
                {title}
              </b>
              {facts !== '' && <span className="num block truncate text-13 text-text-2">{facts}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
