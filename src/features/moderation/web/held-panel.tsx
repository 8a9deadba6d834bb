import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ADMIN_HELD_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import type { HeldText } from '../moderation.contract.ts'
import { REASON_LABELS } from '../moderation.texts.ts'

interface HeldPanelProps {
  item: HeldText
  isChosen: boolean
  isBusy: boolean
  /** Null if there is nothing to choose between. */
  onChoose: (() => void) | null
  onPublish: () => void
  onDecline: () => void
}

/** A text that waits, with its author, why it waits, and the addresses behind its links. */
export function HeldPanel({ item, isChosen, isBusy, onChoose, onPublish, onDecline }: HeldPanelProps) {
  const { author } = item
  const name = memberName(author)
  return (
    <article className="panel gap-4" aria-label={`${item.name} by ${name}`}>
      <header className="flex items-center gap-3">
        <Avatar id={author.id} name={name} src={author.avatar_url} size={36} />
        <div className="grid min-w-0 flex-1 text-14">
          <MemberLink member={author} className="font-[650] wrap-anywhere text-text underline-offset-3 hover:underline">
            <bdi>{name}</bdi>
          </MemberLink>
          <span className="text-13 text-text-3">
            {TEXTS.joined(fullDate(new Date(author.joined_at)))} · <Ago at={item.held_at} />
          </span>
        </div>
        {onChoose && (
          <Checkbox
            label={<span className="visually-hidden">{`Choose the ${item.name} by ${name}`}</span>}
            checked={isChosen}
            onChange={onChoose}
          />
        )}
      </header>
      <p className="text-13 text-text-2">{`New ${item.name} · ${REASON_LABELS[item.reason]}`}</p>
      <p className="max-w-[64ch] text-16 wrap-anywhere whitespace-pre-line" dir="auto">
        {item.text}
      </p>
      {item.links.length > 0 && (
        <div className="grid gap-1 text-13 text-text-2">
          {TEXTS.links}
          <ul className="grid gap-1">
            {item.links.map((link) => (
              <li key={link} className="wrap-anywhere" dir="ltr">
                {link}
              </li>
            ))}
          </ul>
        </div>
      )}
      <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button kind="solid" busy={isBusy} onClick={onPublish}>
          Publish
        </Button>
        <Button kind="plain" onClick={onDecline}>
          Decline…
        </Button>
        {item.href !== null && (
          <ButtonLink kind="quiet" href={item.href}>
            View it
          </ButtonLink>
        )}
      </footer>
    </article>
  )
}
