import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { findSubjectKind } from '#web/subjects.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ADMIN_REPORT_TEXTS } from '../admin-reports.texts.ts'
import type { ReportedItem } from '../reports.contract.ts'
import { type Choice, choiceWords, kindName, REASON_WORDS } from '../reports.texts.ts'
import { hasFacts } from './item-kind.ts'

/** Shows one item: its owner, its current content, the reports with their reasons, and the actions of an admin. */
export function ReportedPanel({ item, onAsk }: { item: ReportedItem; onAsk: (choice: Choice) => void }) {
  const { author, content } = item
  const kind = kindName(findSubjectKind(item.item_type))
  return (
    <article className="panel gap-4" aria-label={kind}>
      <header className="flex items-center gap-3">
        {author && <Avatar id={author.id} name={memberName(author)} src={author.avatar_url} size={40} />}
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="text-15 font-[650] break-words">
            {author ? (
              <Name member={author} />
            ) : (
              <bdi>{content?.title ?? ADMIN_REPORT_TEXTS.nobody(hasFacts(item))}</bdi>
            )}
            <span className="font-normal text-text-2"> · {kind}</span>
          </h2>
          <p className="flex flex-wrap gap-1.5">
            {item.reasons.map(({ reason, fact, count }) => (
              <Chip key={fact ?? reason} edge>
                {reasonText(item, { reason, fact })}
                {count > 1 && <b className="num">{count}</b>}
              </Chip>
            ))}
            {author?.disabled && (
              <Chip edge icon="block">
                Disabled
              </Chip>
            )}
            {content?.hidden && (
              <Chip edge icon="eye-off">
                Hidden
              </Chip>
            )}
          </p>
        </div>
      </header>
      {content ? (
        <blockquote
          className="max-h-60 overflow-y-auto rounded-panel bg-surface-2 px-4 py-3 text-15 break-words whitespace-pre-line [--on:var(--surface-2)]"
          dir="auto"
        >
          {content.text}
        </blockquote>
      ) : (
        <p className="text-14 text-text-2">
          {hasFacts(item) ? ADMIN_REPORT_TEXTS.gone : ADMIN_REPORT_TEXTS.deletedByAuthor}
        </p>
      )}
      <Reports item={item} />
      {item.handled ? (
        <Handled item={item} handled={item.handled} onPutBack={() => onAsk('put back')} />
      ) : (
        <Choices item={item} onAsk={onAsk} />
      )}
    </article>
  )
}

function Reports({ item }: { item: ReportedItem }) {
  const rest = item.count - item.reports.length
  return (
    <ul className="grid gap-2 text-14 text-text-2" aria-label="Who reported it">
      {item.reports.map((report) => (
        <li key={report.id} className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 break-words">
            {report.reporter ? <Name member={report.reporter} /> : <b>A deleted member</b>}: {reasonText(item, report)}
            {report.text && (
              <>
                . <span dir="auto">{report.text}</span>
              </>
            )}
            {report.source && (
              <>
                {' '}
                <a
                  href={report.source}
                  rel="noopener noreferrer nofollow"
                  target="_blank"
                  className="linkish wrap-anywhere"
                >
                  {report.source}
                </a>
              </>
            )}
          </span>
          <Ago at={report.created_at} isShort className="text-12 text-text-3" />
        </li>
      ))}
      {rest > 0 && <li className="num">and {numberText(rest)} more</li>}
    </ul>
  )
}

function Handled(props: { item: ReportedItem; handled: NonNullable<ReportedItem['handled']>; onPutBack: () => void }) {
  const { item, handled } = props
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1 text-14 break-words text-text-2">
        <DecisionLine item={item} choice={handled.outcome} by={handled.by} at={handled.at} note={handled.note} />
        {handled.putBack && <DecisionLine item={item} choice="put back" {...handled.putBack} />}
      </div>
      {item.viewerCan.putBack && (
        <Button onClick={props.onPutBack} aria-label={`Put back this ${kindName(findSubjectKind(item.item_type))}`}>
          Put back
        </Button>
      )}
    </footer>
  )
}

function DecisionLine(props: {
  item: ReportedItem
  choice: Choice
  by: string | null
  at: string
  note?: string | null
}) {
  return (
    <p>
      <b className="font-[650] text-text">{choiceWords(props.choice, hasFacts(props.item)).done}</b> by{' '}
      {props.by ?? 'a deleted admin'}
      {props.note && (
        <>
          : <span dir="auto">{props.note}</span>
        </>
      )}{' '}
      <Ago at={props.at} isShort className="text-12 text-text-3" />
    </p>
  )
}

function Name({ member }: { member: PublicProfile }) {
  return (
    <MemberLink member={member} className="font-[650] text-text underline-offset-3 hover:underline">
      <bdi>{memberName(member)}</bdi>
    </MemberLink>
  )
}

/** What an admin can decide about an item that members have reported. */
function Choices({ item, onAsk }: { item: ReportedItem; onAsk: (choice: Choice) => void }) {
  const { content } = item
  return (
    <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
      {item.viewerCan.correct && content && (
        <Button kind="solid" onClick={() => onAsk('correct')}>
          {choiceWords('correct', true).label}
        </Button>
      )}
      <Button {...(!item.viewerCan.correct && { kind: 'solid' })} onClick={() => onAsk('keep')}>
        {!content ? 'Close' : choiceWords('keep', hasFacts(item)).label}
      </Button>
      {item.viewerCan.hide && <Button onClick={() => onAsk('hide')}>Hide</Button>}
      {item.viewerCan.warn && <Button onClick={() => onAsk('warn')}>Warn</Button>}
      {item.viewerCan.disable && (
        <Button kind="danger" onClick={() => onAsk('disable')}>
          Disable account
        </Button>
      )}
      {content?.href && (
        <ButtonLink kind="quiet" href={content.href} className="md:ml-auto">
          View it
        </ButtonLink>
      )}
    </footer>
  )
}

/** The reason of a report in words, or the fact that is wrong. */
const reasonText = (
  { item_type }: ReportedItem,
  { reason, fact }: Pick<ReportedItem['reasons'][number], 'reason' | 'fact'>,
) => (fact === null ? REASON_WORDS[reason].name : (findSubjectKind(item_type)?.facts?.[fact] ?? fact))
