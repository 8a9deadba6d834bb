import { Suspense, useState } from 'react'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { findSubjectKind } from '#web/subjects.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type More, MoreButton } from '#web/ui/more-button.tsx'
import { APPEALS_TEXTS as TEXTS } from '../admin-appeals.texts.ts'
import type { WaitingAppeal } from '../appeals.contract.ts'
import { kindName } from '../reports.texts.ts'

const AnswerDialog = lazyLoaded(() => import('./answer-dialog.tsx'), 'AnswerDialog')

/** The appeals that wait, the longest waiting first; nothing without any. */
export function AdminAppeals({ items, list }: { items: readonly WaitingAppeal[]; list: More }) {
  const [answering, setAnswering] = useState<{ appeal: WaitingAppeal; decision: 'accept' | 'decline' } | null>(null)
  return (
    <section className="grid gap-4" aria-label={TEXTS.title}>
      <h2 className="title text-20">{TEXTS.title}</h2>
      <ul className="grid gap-4" aria-label="Waiting appeals">
        {items.map((appeal) => (
          <li key={appeal.id}>
            <AppealPanel appeal={appeal} onAnswer={(decision) => setAnswering({ appeal, decision })} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {answering && (
        <Suspense fallback={null}>
          <AnswerDialog {...answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </section>
  )
}

function AppealPanel(props: { appeal: WaitingAppeal; onAnswer: (decision: 'accept' | 'decline') => void }) {
  const { appeal, onAnswer } = props
  const { author, content } = appeal
  const name = memberName(author)
  const item = kindName(findSubjectKind(appeal.type ?? undefined))
  const what = appeal.kind === 'suspension' ? TEXTS.account : item
  return (
    <article className="panel gap-4" aria-label={`Appeal by ${name}`}>
      <header className="flex items-center gap-3">
        <Avatar id={author.id} name={name} src={author.avatar_url} size={40} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h3 className="text-15 font-[650] break-words">
            <MemberLink member={author} className="text-text underline-offset-3 hover:underline">
              <bdi>{name}</bdi>
            </MemberLink>
            <span className="font-normal text-text-2"> · {what}</span>
          </h3>
          <Ago at={appeal.created_at} className="text-13 text-text-3" />
        </div>
      </header>
      <p className="max-w-[64ch] text-16 wrap-anywhere whitespace-pre-line" dir="auto">
        {appeal.text}
      </p>
      <DecisionAppealed appeal={appeal} item={item} />
      {content && (
        <blockquote
          className="max-h-60 overflow-y-auto rounded-panel bg-surface-2 px-4 py-3 text-15 break-words whitespace-pre-line [--on:var(--surface-2)]"
          dir="auto"
        >
          {content.text}
        </blockquote>
      )}
      <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button kind="solid" onClick={() => onAnswer('accept')}>
          {TEXTS.accept[appeal.kind === 'suspension' ? 'account' : 'text']}
        </Button>
        <Button onClick={() => onAnswer('decline')}>Decline…</Button>
        {linkOf(appeal)}
      </footer>
    </article>
  )
}

function DecisionAppealed({ appeal: { kind, decision }, item }: { appeal: WaitingAppeal; item: string }) {
  return (
    <div className="grid gap-1 text-14 text-text-2">
      <p className="break-words">
        {TEXTS.decided(kind, decision.by, item)}
        {decision.reason && (
          <>
            : <span dir="auto">{decision.reason}</span>
          </>
        )}{' '}
        <Ago at={decision.at} isShort className="text-12 text-text-3" />
      </p>
      {decision.is_own && <p className="font-[550] text-text">{TEXTS.own}</p>}
    </div>
  )
}

function linkOf({ kind, content, author }: WaitingAppeal) {
  if (kind === 'suspension')
    return (
      <ButtonLink kind="quiet" href={`/admin/users?search=${author.id}`} className="md:ml-auto">
        {TEXTS.users}
      </ButtonLink>
    )
  return (
    content?.href && (
      <ButtonLink kind="quiet" href={content.href} className="md:ml-auto">
        View it
      </ButtonLink>
    )
  )
}
