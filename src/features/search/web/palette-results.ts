import type { SessionUser } from '#features/accounts/session.contract.ts'
import { didYouMeanText, NOTHING_BY_NAME } from '#features/catalogue/nothing-found.texts.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { type Destination, isForRole } from '#shared/feature-pages.ts'
import { memberName } from '#shared/member-name.ts'
import type { AnswerOf } from '#web/call.ts'
import { allDestinations } from '#web/feature-pages.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { ResultPicture, SearchResult } from '#web/ui/suggestion-list.tsx'
import type { PageAction } from '#web/web.slots.ts'
import type { FoundGroup, FoundItem } from '../search.contract.ts'
import type { searchEverything } from '../search.endpoints.ts'
import { SEARCH_TEXTS } from '../search.texts.ts'
import { findByName } from './find-by-name.ts'
import { keyOf, type Recent } from './recent-searches.ts'

type NamedAddress = Destination<IconName>

/** Something that the palette does itself, without leading to a page. */
export interface PaletteAction extends PageAction {
  /** The shortcut that does the same. */
  shortcut?: string
  /** It is about the page under the palette, so it stands first and is not among the recent ones elsewhere. */
  isOfPage?: boolean
}

/** A result of the palette. Without an address it has `run`; `keepsOpen`: the palette stays open. */
export interface PaletteResult extends SearchResult {
  run?: () => void
  keepsOpen?: boolean
  /** The browser stores this when the result is opened. */
  recent?: Recent
}

/** The key of the result that a text without results may mean. */
export const MEANT = 'meant'

/** The most places of a text. */
const PLACES_MAX = 5

export const searchAddress = (text: string): string => `/search?q=${encodeURIComponent(text)}`

/** Returns the addresses with a name that are for this viewer. */
export const destinationsFor = (viewer: Pick<SessionUser, 'role'> | null): NamedAddress[] =>
  allDestinations().filter((each) => isForRole(each.for, viewer?.role ?? null))

/** Returns those of them that are offered before something is typed. */
export const offeredTo = (viewer: Pick<SessionUser, 'role'> | null): NamedAddress[] =>
  destinationsFor(viewer)
    .filter(({ offered }) => offered !== undefined)
    .toSorted((a, b) => Number(a.offered) - Number(b.offered))

export function pictureOf({ picture }: FoundItem): ResultPicture {
  if ('game' in picture) return { game: posterGame(picture.game) }
  if ('icon' in picture) return { icon: picture.icon }
  const { id, avatar_url } = picture.member
  return { person: { id, name: memberName(picture.member), src: avatar_url } }
}

/** Returns the results of an empty palette: what the page offers, recent ones, other actions, and the main places. */
export function offeredResults(given: {
  viewer: SessionUser | null
  recents: readonly Recent[]
  actions: readonly PaletteAction[]
  onSearch: (text: string) => void
  onClear: () => void
}): PaletteResult[] {
  const { recents } = given
  const { title, why } = SEARCH_TEXTS.recent
  const common = { group: title, why }
  const [ofPage, others] = [
    given.actions.filter((each) => each.isOfPage),
    given.actions.filter((each) => !each.isOfPage),
  ]
  const isRecent = ({ key }: PaletteAction) => recents.some((recent) => 'action' in recent && recent.action === key)
  return [
    ...ofPage.map((action) => actionResult(action, SEARCH_TEXTS.ofPage)),
    ...recents.flatMap((recent): PaletteResult | PaletteResult[] => {
      const key = `recent ${keyOf(recent)}`
      if ('action' in recent) {
        const action = others.find((each) => each.key === recent.action)
        return action ? actionResult(action, SEARCH_TEXTS.recent) : []
      }
      if ('text' in recent)
        return {
          ...common,
          key,
          title: recent.text,
          icon: 'clock',
          run: () => given.onSearch(recent.text),
          keepsOpen: true,
        }
      const { path, facts } = recent
      return { ...common, key, href: path, title: recent.title, facts, ...recent.picture, recent }
    }),
    ...(recents.length > 0
      ? [
          {
            ...common,
            key: 'clear',
            title: SEARCH_TEXTS.clear,
            icon: 'x' as const,
            run: given.onClear,
            keepsOpen: true,
          },
        ]
      : []),
    ...others.filter((each) => !isRecent(each)).map((action) => actionResult(action, SEARCH_TEXTS.actions)),
    ...offeredTo(given.viewer).map((each) => destinationResult(each, SEARCH_TEXTS.offered)),
  ]
}

/**
 * Returns the results for a text. This is the rule of the order of the palette's groups: first the places and actions whose
 * name is exactly the text, because it means nothing else; then the groups of the server, sorted by `order` of their sources;
 * then other places and actions; last the page of all results. `isNamed`: the first result is certain before the server
 * answers.
 */
export function foundResults(given: {
  text: string
  viewer: SessionUser | null
  actions: readonly PaletteAction[]
  groups: readonly FoundGroup[]
  meant?: AnswerOf<typeof searchEverything>['meant']
}): { results: PaletteResult[]; isNamed: boolean } {
  const { text } = given
  const here = [
    ...findByName(given.actions, text).map(({ thing, isExact }) => ({
      isExact,
      result: actionResult(thing, SEARCH_TEXTS.places(text)),
    })),
    ...findByName(destinationsFor(given.viewer), text).map(({ thing, isExact }) => ({
      isExact,
      result: destinationResult(thing, SEARCH_TEXTS.places(text)),
    })),
  ].toSorted((a, b) => Number(b.isExact) - Number(a.isExact))
  const places = here.slice(0, PLACES_MAX).map(({ result }) => result)
  const isNamed = here[0]?.isExact === true
  const results: PaletteResult[] = [
    ...(isNamed ? places : []),
    ...given.groups.flatMap((group) => group.items.map((item) => itemResult(item, group))),
    ...(isNamed ? [] : places),
    ...(given.groups.length > 0
      ? [
          {
            key: 'all',
            href: searchAddress(text),
            title: SEARCH_TEXTS.all(text),
            icon: 'search' as const,
            group: SEARCH_TEXTS.page,
            recent: { text },
          },
        ]
      : []),
  ]
  const { meant } = given
  if (results.length === 0 && meant)
    results.push({
      key: MEANT,
      href: meant.path,
      title: didYouMeanText(meant.title),
      icon: 'search',
      group: NOTHING_BY_NAME,
      recent: { text },
    })
  return { results, isNamed }
}

function itemResult(item: FoundItem, { group, title, why }: FoundGroup): PaletteResult {
  const facts = item.facts.join(' · ')
  const picture = pictureOf(item)
  return {
    key: `${group} ${item.id}`,
    href: item.path,
    title: item.title,
    facts,
    group: title,
    why,
    ...picture,
    recent: { path: item.path, title: item.title, facts, picture },
  }
}

type Head = { title: string; why?: string }

const destinationResult = ({ path, label, about = '', icon }: NamedAddress, head: Head): PaletteResult => ({
  key: `place ${path}`,
  href: path,
  title: label,
  ...(about && { facts: about }),
  icon,
  group: head.title,
  ...(head.why && { why: head.why }),
  recent: { path, title: label, facts: about, picture: { icon } },
})

const actionResult = ({ key, label, icon, shortcut, isOfPage, run }: PaletteAction, head: Head): PaletteResult => ({
  key: `action ${key}`,
  title: label,
  icon,
  ...(shortcut && { shortcut }),
  run,
  ...(!isOfPage && { recent: { action: key } }),
  group: head.title,
  ...(head.why && { why: head.why }),
})
