import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { SpoilerMark } from '#features/spoilers/web/spoiler-mark.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { RESTORED_DRAFT } from '#shared/sentences.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { createThread } from '../forum.endpoints.ts'
import { BODY_LEAST, BODY_MOST, CATEGORY_SLUGS, TITLE_LEAST, TITLE_MOST, threadPath } from '../forum.rules.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import { forumKeys, staleLists } from './forum.api.ts'
import { CATEGORY_NAMES, findCategory, type NewThreadPlace } from './forum-address.ts'
import { Breadcrumb } from './forum-parts.tsx'
import { counterOf } from './reply-box.tsx'
import { draftName, readForumDraft, useForumDraft } from './stored-drafts.ts'
import { TextBox } from './text-box.tsx'
import { type WriteFailure, WriteFailureNote, writeFailureOf } from './write-failure.tsx'

interface Draft {
  category: string
  title: string
  text: string
  game: GameCard | null
  spoilsTo: number | null
}
type Problems = Partial<Record<'category' | 'title' | 'body', string>>

function problemsOf({ category, title, text }: Draft): Problems {
  const titleLength = lengthOf(readText(title))
  const length = lengthOf(readText(text))
  return {
    ...(!findCategory(category) && { category: FORUM_TEXTS.categoryMissing }),
    ...((titleLength < TITLE_LEAST || titleLength > TITLE_MOST) && { title: FORUM_TEXTS.titleLength }),
    ...((length < BODY_LEAST || length > BODY_MOST) && { body: FORUM_TEXTS.bodyLength }),
  }
}

/** The form of a new thread. The address may state the category and the game (G16). */
export function NewThread({ place }: { place: NewThreadPlace }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewer = useViewer()
  const isHydrated = useIsHydrated()
  const empty: Draft = { category: place.category ?? '', title: '', text: '', game: null, spoilsTo: null }
  const [draft, setDraft] = useState(empty)
  const [isRestored, setRestored] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<WriteFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const name = viewer && draftName(viewer.id, 'new')
  const finishDraft = useForumDraft(name, draft.title === '' && draft.text === '' ? null : draft)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))

  // The server does not know what this device stores. What the address states takes precedence.
  useEffect(() => {
    const stored = name === null ? null : readForumDraft<Draft>(name)
    if (!stored) return
    setDraft((before) => ({
      ...before,
      ...stored,
      ...(place.category && { category: place.category }),
      ...(place.gameId && stored.game?.id !== place.gameId && { game: null, spoilsTo: null }),
    }))
    setRestored(true)
  }, [name, place.category, place.gameId])

  const given = useGivenGame(place.gameId)
  useEffect(() => {
    if (given) setDraft((before) => ({ ...before, game: given }))
  }, [given])

  const send = async () => {
    if (isBusy) return
    const found = problemsOf(draft)
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setBusy(true)
    try {
      const body = {
        category: draft.category as (typeof CATEGORY_SLUGS)[number],
        title: draft.title,
        body: draft.text,
        game_id: draft.game?.id ?? null,
        ...(draft.game && draft.spoilsTo !== null && { spoils_to: draft.spoilsTo }),
      }
      const { thread } = await call(createThread, { body }, { client })
      finishDraft()
      client.setQueryData(forumKeys.thread(thread.id), thread)
      void staleLists(client)
      toast({ title: thread.is_held ? FORUM_TEXTS.held : 'Thread started' })
      void navigate(threadPath(thread.id), { replace: true })
    } catch (error) {
      const reason = writeFailureOf(error)
      const details = error instanceof CallError ? error.details : {}
      const named = Object.fromEntries(
        (['category', 'title', 'body'] as const)
          .filter((key) => typeof details[key] === 'string')
          .map((key) => [key, details[key] as string]),
      )
      setProblems(named)
      if (Object.keys(named).length === 0) setFailure(reason)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="forum-thread">
      <header className="grid gap-3 pt-6 pb-6 md:pt-10">
        <Breadcrumb />
        <h1 className="title text-28 md:text-40">New thread</h1>
      </header>
      <form
        ref={form}
        noValidate
        aria-label="New thread"
        className="grid grid-cols-1 gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {isRestored && (
          <p className="flex flex-wrap items-center gap-x-4 text-13 text-text-2" role="status">
            {RESTORED_DRAFT}
            <button
              type="button"
              className="linkish min-h-6"
              onClick={() => {
                finishDraft()
                setDraft({ ...empty, game: given })
                setRestored(false)
              }}
            >
              Start over
            </button>
          </p>
        )}
        <Field label="Category" error={problems.category} className="max-w-80">
          <Select
            value={draft.category}
            placeholder="Choose one"
            options={CATEGORY_SLUGS.map((slug) => ({ value: slug, label: CATEGORY_NAMES[slug] }))}
            onChange={(event) => set({ category: event.target.value })}
          />
        </Field>
        <Field label="Title" error={problems.title} counter={counterOf(draft.title, TITLE_MOST, 30)}>
          <TextInput
            dir="auto"
            autoComplete="off"
            placeholder="What is it about?"
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <GameChoice game={draft.game} onChange={(game) => set({ game, spoilsTo: null })} disabled={isBusy} />
        <TextBox
          label="Text"
          rows={9}
          box={box}
          value={draft.text}
          onChange={(text) => set({ text })}
          onSend={() => void send()}
          error={problems.body}
          counter={counterOf(draft.text, BODY_MOST, 500)}
        />
        {draft.game && (
          <SpoilerMark
            gameId={draft.game.id}
            value={draft.spoilsTo}
            onChange={(spoilsTo) => set({ spoilsTo })}
            disabled={isBusy}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          {failure && <WriteFailureNote failure={failure} />}
          <Button
            kind="solid"
            type="submit"
            className="ml-auto"
            busy={isBusy}
            busyLabel="Posting…"
            disabled={!isHydrated}
          >
            Start thread
          </Button>
        </div>
      </form>
    </div>
  )
}

/** The game that the address names; null while it loads, or if there is none. */
function useGivenGame(gameId: GameId | null): GameCard | null {
  const { data } = useQuery({ ...gameQuery(gameId as GameId), enabled: gameId !== null })
  const [card, setCard] = useState<GameCard | null>(null)
  useEffect(() => {
    if (!data) return
    const { id, name, year, genre, developer, cover_url } = data
    setCard({ id, name, year, genre, developer, cover_url })
  }, [data])
  return card
}

/** The game that the thread is about, or a button that opens the search for one. */
function GameChoice(props: { game: GameCard | null; disabled: boolean; onChange: (game: GameCard | null) => void }) {
  const { game, disabled, onChange } = props
  const [isSearching, setSearching] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  const change = (next: GameCard | null) => {
    hasChanged.current = true
    setSearching(false)
    onChange(next)
  }
  // The button that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useEffect(() => {
    if (hasChanged.current) part.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [game, isSearching])
  return (
    <div ref={part}>
      {game ? (
        <div className="flex items-center gap-3">
          <span className="poster w-12 flex-none">
            <Cover game={posterGame(game)} facts={false} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="fact block">About</span>
            <b className="block font-[650] wrap-anywhere">{game.name}</b>
          </span>
          <Button disabled={disabled} onClick={() => change(null)}>
            Remove game
          </Button>
        </div>
      ) : isSearching ? (
        <GameFinder
          label="Game (optional)"
          action={(found) => (
            <Button aria-label={`Choose ${found.name}`} disabled={disabled} onClick={() => change(found)}>
              Choose
            </Button>
          )}
        />
      ) : (
        <Button
          icon="plus"
          disabled={disabled}
          onClick={() => {
            hasChanged.current = true
            setSearching(true)
          }}
        >
          About a game
        </Button>
      )}
    </div>
  )
}
