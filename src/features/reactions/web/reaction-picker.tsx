import { Menu as Base } from '@base-ui/react/menu'
import { MenuFrame } from '#web/ui/menu.tsx'
import type { PopupProps } from '#web/ui/popup.ts'
import { ReactionMark } from '#web/ui/reaction-mark.tsx'
import { type Emoji, REACTIONS } from '../reactions.rules.ts'

/** Shows the five emojis in a row. Arrow keys move, Enter and Space choose, Esc returns the focus. */
export function ReactionPicker({
  mine,
  onChoose,
  ...popup
}: PopupProps & { mine: Emoji | null; onChoose: (emoji: Emoji) => void }) {
  const chosen = REACTIONS.findIndex(({ emoji }) => emoji === mine)
  return (
    <MenuFrame {...popup} side="top" orientation="horizontal" label="Choose a reaction" focus={Math.max(0, chosen)}>
      <Base.RadioGroup className="react-picker" value={mine}>
        {REACTIONS.map(({ emoji, label }) => (
          <Base.RadioItem
            key={emoji}
            value={emoji}
            closeOnClick
            aria-label={label}
            label={label}
            data-tip={label}
            onClick={() => onChoose(emoji)}
          >
            <ReactionMark emoji={emoji} />
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuFrame>
  )
}
