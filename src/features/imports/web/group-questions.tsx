import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import {
  CONTRADICTION_LABELS,
  contradictionText,
  GROUP_TEXTS,
  groupDecisionText,
  rowQuestionText,
} from '../group-questions.texts.ts'
import type { Import } from '../imports.contract.ts'
import { CONTRADICTION_RULES, type GroupDecision, type RowQuestion } from '../imports.rules.ts'
import { showFailure } from './failure-text.api.ts'
import { decideGroupMutation, rulesMutation } from './imports.api.ts'

/** The answers that make sense for all rows that ask the same. */
const DECISIONS: Record<RowQuestion, readonly GroupDecision[]> = {
  id: ['title', 'id', 'skip'],
  'same-name': ['first', 'own', 'skip'],
  'similar-name': ['first', 'own', 'skip'],
  unknown: ['own', 'skip'],
}

/** What the rows of a file ask, each question once for all of them. Doubtful rows can also be decided one by one. */
export function GroupQuestions(props: {
  found: Import
  shown: RowQuestion | null
  onShow: (kind: RowQuestion) => void
}) {
  const { found, shown, onShow } = props
  const { questions, contradictions, state } = found
  const asksStatus = state === 'ready' && contradictions > 0
  if (questions.length === 0 && !asksStatus) return null
  const isShown = (kind: RowQuestion) => kind === 'unknown' || kind === shown
  return (
    <section className="import-questions" aria-labelledby="group-questions">
      <h2 id="group-questions" className="title text-18">
        {GROUP_TEXTS.title}
      </h2>
      <p className="text-14 text-text-2">{GROUP_TEXTS.intro}</p>
      <ul>
        {asksStatus && <Contradiction found={found} />}
        {questions.map(({ kind, count }) => (
          <li key={kind} className="import-question">
            <span className="min-w-0 text-14">
              {rowQuestionText(kind, count)}
              {kind === 'unknown' && <span className="block text-13 text-text-2">{GROUP_TEXTS.ownHint}</span>}
            </span>
            <Answers importId={found.id as ImportId} kind={kind} count={count}>
              {!isShown(kind) && (
                <Button kind="quiet" onClick={() => onShow(kind)}>
                  {GROUP_TEXTS.oneByOne}
                </Button>
              )}
            </Answers>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AnswersProps {
  importId: ImportId
  kind: RowQuestion
  count: number
  children: React.ReactNode
}

function Answers({ importId, kind, count, children }: AnswersProps) {
  const decide = useMutation(decideGroupMutation(useQueryClient(), importId))
  return (
    <div className="flex flex-wrap gap-2">
      {DECISIONS[kind].map((decision) => (
        <Button
          key={decision}
          kind="line"
          disabled={decide.isPending}
          busy={decide.isPending && decide.variables.decision === decision}
          onClick={() => void decide.mutateAsync({ question: kind, decision }).catch(showFailure)}
        >
          {groupDecisionText(decision, count)}
        </Button>
      ))}
      {children}
    </div>
  )
}

/** Each choice plans the import again, so that a list whose choices a key passes one by one would lose the focus at the first of them. */
function Contradiction({ found }: { found: Import }) {
  const change = useMutation(rulesMutation(useQueryClient(), found.id as ImportId))
  const text = contradictionText(found.contradictions)
  return (
    <li className="import-question">
      <span className="min-w-0 text-14">{text}</span>
      <div className="flex flex-wrap gap-2" role="group" aria-label={text}>
        {CONTRADICTION_RULES.map((contradiction) => (
          <Button
            key={contradiction}
            kind={contradiction === found.rules.contradiction ? 'solid' : 'line'}
            aria-pressed={contradiction === found.rules.contradiction}
            disabled={change.isPending}
            busy={change.isPending && change.variables.contradiction === contradiction}
            onClick={() => void change.mutateAsync({ ...found.rules, contradiction }).catch(showFailure)}
          >
            {CONTRADICTION_LABELS[contradiction]}
          </Button>
        ))}
      </div>
    </li>
  )
}
