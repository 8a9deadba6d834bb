import { useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GAME } from '#features/catalogue/catalogue.subject.ts'
import { MUTE_ENTRIES } from '#features/mutes/mute-entries.texts.ts'
import { askToMute } from '#features/mutes/web/mute-requests.api.ts'
import { RECOMMEND } from '#features/recommendations/recommend.texts.ts'
import { askToRecommend } from '#features/recommendations/web/recommend.api.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { ReportHere } from '#web/report.tsx'
import { Button } from '#web/ui/button.tsx'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'

/** The buttons below the facts of a game: recommend it, report wrong facts (G21), mute it. */
export function MoreActions({ game }: { game: Pick<Game, 'id' | 'name'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const asMember = useMembersOnly()
  const open = () => setIsOpen(true)
  const named = { id: game.id as GameCard['id'], name: game.name }
  return (
    <div className="mt-3 -ml-2 flex flex-wrap">
      <Button kind="quiet" icon="gift" onClick={() => askToRecommend(named)}>
        {RECOMMEND}
      </Button>
      <Button kind="quiet" icon="flag" onClick={() => asMember(SIGN_IN_TO_REPORT, open, open)}>
        {GAME_PARTS_TEXTS.reportWrongData}
      </Button>
      <Button kind="quiet" icon="eye-off" onClick={() => askToMute({ game: named })}>
        {MUTE_ENTRIES.muteGame}
      </Button>
      <ReportHere
        request={isOpen ? { subject: subjectRef(GAME, game.id), name: GAME_PARTS_TEXTS.wrongDataOf(game.name) } : null}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}
