import { useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { GAME } from '#features/catalogue/catalogue.subject.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { ReportHere } from '#web/report.tsx'
import { Button } from '#web/ui/button.tsx'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'

/** The button with which members report wrong facts of a game (G21). */
export function ReportWrongData({ game }: { game: Pick<Game, 'id' | 'name'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const asMember = useMembersOnly()
  const open = () => setIsOpen(true)
  return (
    <>
      <Button kind="quiet" icon="flag" className="mt-3 -ml-3" onClick={() => asMember(SIGN_IN_TO_REPORT, open, open)}>
        {GAME_PARTS_TEXTS.reportWrongData}
      </Button>
      <ReportHere
        request={isOpen ? { subject: subjectRef(GAME, game.id), name: GAME_PARTS_TEXTS.wrongDataOf(game.name) } : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
