import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { subjectRef } from '#shared/subject.ts'
import { ReportHere } from '#web/report.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { ANSWER_TEXTS, TRAY_TEXTS } from '../recommend-dialog.texts.ts'
import type { Recommendation } from '../recommendations.contract.ts'
import type { Answer } from '../recommendations.rules.ts'
import { RECOMMENDATION } from '../recommendations.subject.ts'
import { answerOne, receivedQuery } from './recommendations.api.ts'

/** As many stand on the home page at first. */
const SHOWN = 2

/**
 * Renders what friends recommend to the viewer, each with its answers; nothing where nothing waits. The page's `load` fetches
 * `receivedQuery()`.
 */
export function Recommended() {
  const list = useInfiniteQuery(receivedQuery())
  const [isAll, setAll] = useState(false)
  const [reported, setReported] = useState<Recommendation | null>(null)
  const waiting = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (waiting.length === 0) return null
  const shown = isAll ? waiting : waiting.slice(0, SHOWN)
  const rest = waiting.length - shown.length
  const showMore = () => (rest > 0 ? setAll(true) : void list.fetchNextPage())
  return (
    <Section title={TRAY_TEXTS.title}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={TRAY_TEXTS.title}>
        {shown.map((one) => (
          <Waiting key={one.id} one={one} onReport={() => setReported(one)} />
        ))}
      </ul>
      {(rest > 0 || (isAll && list.hasNextPage)) && (
        <Button kind="quiet" className="mt-3 -ml-2" busy={list.isFetchingNextPage} onClick={showMore}>
          {rest > 0 ? TRAY_TEXTS.more(rest) : TRAY_TEXTS.older}
        </Button>
      )}
      <ReportHere
        request={reported ? { subject: subjectRef(RECOMMENDATION, reported.id), name: TRAY_TEXTS.reportName } : null}
        onClose={() => setReported(null)}
      />
    </Section>
  )
}

function Waiting({ one, onReport }: { one: Recommendation; onReport: () => void }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { game, sender, line } = one
  const name = memberName(sender)
  const answer = async (answer: Answer) => {
    if (isBusy) return
    setBusy(true)
    try {
      await answerOne(client, one, answer)
      toast({ title: answered(answer, game.name, name) })
    } catch (error) {
      showFailure(TRAY_TEXTS.failed, error)
      setBusy(false)
    }
  }
  const answers = answersTo(one)
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)_auto] gap-x-3 gap-y-2">
      <span className="poster row-span-2 w-16" aria-hidden="true">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <div className="grid min-w-0 content-start gap-1">
        <p className="min-w-0 wrap-anywhere text-13 text-text-2">
          <a className="font-[600] text-text hover:underline" href={`/profile/${sender.id}`}>
            <bdi>{name}</bdi>
          </a>{' '}
          {TRAY_TEXTS.recommends}
        </p>
        <a className="min-w-0 truncate text-15 font-[650] hover:underline" href={`/game/${game.id}`}>
          <bdi>{game.name}</bdi>
        </a>
        {line && <p className="wrap-anywhere text-14 text-text-2">“{line}”</p>}
      </div>
      <DotsButton
        label={TRAY_TEXTS.moreOf(game.name)}
        items={[{ label: TRAY_TEXTS.report, icon: 'flag', onSelect: onReport }]}
      />
      <div className="col-span-2 col-start-2 -mt-1 flex flex-wrap gap-1">
        {answers.map((each) => (
          <Button
            key={each}
            kind={each === answers[0] ? 'line' : 'quiet'}
            disabled={isBusy}
            aria-label={`${ANSWER_TEXTS[each]}: ${game.name}`}
            onClick={() => void answer(each)}
          >
            {ANSWER_TEXTS[each]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** Thanks are for what is finished; what the viewer wants to play goes to the backlog. */
function answersTo({ finished, state }: Recommendation): readonly Answer[] {
  if (!finished) return ['backlog', 'no']
  return ['thanks', state === 'open' ? 'no' : 'hide']
}

function answered(answer: Answer, game: string, sender: string): string {
  if (answer === 'backlog') return TRAY_TEXTS.added(game)
  if (answer === 'hide') return TRAY_TEXTS.hidden(game)
  return answer === 'no' ? TRAY_TEXTS.declined(game) : TRAY_TEXTS.thanked(sender)
}
