import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { SHELF_EMPTY } from '#features/library/library.texts.ts'
import { ownProfileQuery, saveBrowserTimeZone, saveProfile } from '#features/profiles/web/edit/profile-edit.api.ts'
import { loadWelcomeGames, useShelfCount, WelcomeGames } from '#features/welcome/web/welcome-games.tsx'
import { loadWelcomePeople, WelcomePeople } from '#features/welcome/web/welcome-people.tsx'
import { WELCOME_FORM, WelcomeProfile } from '#features/welcome/web/welcome-profile.tsx'
import { WELCOME_TEXTS } from '#features/welcome/welcome.texts.ts'
import { addressOf, endOf, STEPS, type Step, stepAfter, stepOf } from '#features/welcome/welcome-steps.rules.ts'
import { networkTextOf } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/logo.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv, useIsHydrated } from '#web/use-env.ts'

export async function load({ client, url }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (user?.onboarded !== false) throw redirect('/')
  const step = stepOf(url.searchParams)
  if (step === 'profile') await client.prefetchQuery(ownProfileQuery())
  if (step === 'games') await loadWelcomeGames(client)
  if (step === 'people') await loadWelcomePeople(client)
}

/** Welcomes a new member with three short steps, each of which can be skipped (G03, decision 0109). */
export function Page() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const viewer = useViewer()
  const step = stepOf(search)
  const next = stepAfter(step)
  const { isBusy, setBusy, finish } = useFinish(search)
  const go = () => (next ? void navigate(addressOf(next, search)) : void finish())

  // The page is for members; the router has redirected visitors to the sign-in.
  if (!viewer) return null
  const isNew = search.get('new') === 'true'
  const frame = { step, isNew, isBusy, search, onSkip: go, onFinish: () => void finish() }
  if (step === 'games')
    return (
      <Frame
        {...frame}
        title={isNew ? greetingOf(viewer.display_name) : 'Start your library'}
        text={`${WELCOME_TEXTS.three} ${WELCOME_TEXTS.games}`}
        status={<ShelfCount />}
        onward={<Onward onClick={go} />}
      >
        <WelcomeGames />
        <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-6 text-14 text-text-2">
          {WELCOME_TEXTS.importQuestion}
          <Button kind="line" icon="upload" disabled={isBusy} onClick={() => void finish('/settings/import')}>
            Import games
          </Button>
        </p>
      </Frame>
    )
  if (step === 'people')
    return (
      <Frame {...frame} title="People to follow" text={WELCOME_TEXTS.people} onward={<Onward onClick={go} />}>
        <WelcomePeople />
      </Frame>
    )
  return (
    <Frame
      {...frame}
      title="Your profile"
      text={WELCOME_TEXTS.profile}
      onward={<Onward form={WELCOME_FORM} label="Finish" isBusy={isBusy} />}
    >
      <WelcomeProfile viewer={viewer} onSaved={go} onBusy={setBusy} />
    </Frame>
  )
}

/** Ends the first steps, and opens the page that the member wanted, or another one. */
function useFinish(search: URLSearchParams) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function finish(target?: string): Promise<void> {
    setBusy(true)
    try {
      await saveProfile(client, { settings: { onboarded: true } })
      saveBrowserTimeZone(client)
      // The current user: the first step may have changed it.
      const user = client.getQueryData(sessionQuery().queryKey)?.user
      await navigate(target ?? (user ? endOf(user, search) : '/'))
    } catch (error) {
      toast({
        title: 'Not finished yet',
        description: networkTextOf(error) ?? WELCOME_TEXTS.failed,
        tone: 'danger',
      })
      setBusy(false)
    }
  }
  return { isBusy, setBusy, finish }
}

const greetingOf = (name: string | null) => (name ? `Welcome, ${name}` : 'Welcome')

function ShelfCount() {
  const count = useShelfCount()
  return (
    <p role="status" className="num text-14 font-semibold">
      {count === 0 ? <span className="font-normal text-text-2">{SHELF_EMPTY}</span> : `${count} in your library`}
    </p>
  )
}

function Onward(props: { label?: string; form?: string; isBusy?: boolean; onClick?: () => void }) {
  const isHydrated = useIsHydrated()
  return (
    <Button
      kind="solid"
      size="big"
      busy={props.isBusy ?? false}
      busyLabel="Saving…"
      // Before hydration it would do nothing.
      disabled={!isHydrated}
      {...(props.form ? { type: 'submit', form: props.form } : { onClick: props.onClick })}
    >
      {props.label ?? 'Continue'}
    </Button>
  )
}

function Frame(props: {
  step: Step
  isNew: boolean
  isBusy: boolean
  search: URLSearchParams
  title: string
  text: string
  status?: ReactNode
  onward: ReactNode
  onSkip: () => void
  onFinish: () => void
  children: ReactNode
}) {
  const { productName } = useEnv()
  const heading = useFocusOnChange(props.step)
  const at = STEPS.indexOf(props.step)
  const next = stepAfter(props.step)
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <Head title={props.title} description={WELCOME_TEXTS.about} path="/welcome" isIndexed={false} />
      <header className="page flex items-center justify-between gap-4 py-4 md:py-6">
        <Wordmark name={productName} logoSize={22} />
        <Button kind="quiet" onClick={props.onFinish}>
          Skip all
        </Button>
      </header>
      <div className="page pt-2 pb-10 md:pt-4">
        <div className="grid max-w-190 gap-2.5">
          <Progress at={at} />
          <h1 ref={heading} tabIndex={-1} className="title text-28 outline-0! md:text-40">
            {props.title}
          </h1>
          <p className="text-16 text-text-2">{props.text}</p>
        </div>
        <div className="pt-6 md:pt-8">{props.children}</div>
      </div>
      <footer className="floor sticky bottom-(--keyboard,0px) z-10 border-t border-line bg-bg pb-[env(safe-area-inset-bottom)]">
        <div className="page flex min-h-18 items-center justify-end gap-2 py-3">
          <div className="mr-auto min-w-0">{props.status}</div>
          {next ? (
            <ButtonLink kind="quiet" size="big" href={addressOf(next, props.search)}>
              Skip
            </ButtonLink>
          ) : (
            <Button kind="quiet" size="big" disabled={props.isBusy} onClick={props.onSkip}>
              Skip
            </Button>
          )}
          {props.onward}
        </div>
      </footer>
    </div>
  )
}

function Progress({ at }: { at: number }) {
  return (
    <div className="flex items-center gap-3">
      <ol className="flex gap-1.5" aria-hidden="true">
        {STEPS.map((step, i) => (
          <li key={step} className={`h-1 w-8 rounded-full ${i <= at ? 'bg-text' : 'bg-surface-3'}`} />
        ))}
      </ol>
      <p className="fact">
        Step {at + 1} of {STEPS.length}
      </p>
    </div>
  )
}

/**
 * Moves the focus to the heading of a new step, so that it is announced and Tab continues from there. Not on the first
 * page.
 */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
