import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export interface Segment<Value extends string> {
  value: Value
  label: string
  icon?: IconName
  /** A link instead of a button (for grid or list, which the address states). */
  href?: string
}

/** A few exclusive choices side by side: grid or list, the theme. If a choice has an icon, its label is the tooltip. */
export function Segmented<Value extends string>(props: {
  label: string
  options: readonly Segment<Value>[]
  value: Value | null
  onChange?: (value: Value) => void
  className?: string
}) {
  return (
    <div className={cx('seg', props.className)} role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <One
          key={option.value}
          option={option}
          isOn={option.value === props.value}
          onChoose={() => props.onChange?.(option.value)}
        />
      ))}
    </div>
  )
}

function One({ option, isOn, onChoose }: { option: Segment<string>; isOn: boolean; onChoose: () => void }) {
  const inside = option.icon ? <Icon name={option.icon} /> : option.label
  const named = option.icon ? { 'aria-label': option.label, 'data-tip': option.label } : {}
  return option.href ? (
    <a href={option.href} aria-current={isOn || undefined} {...named} onClick={onChoose}>
      {inside}
    </a>
  ) : (
    <button type="button" aria-pressed={isOn} {...named} onClick={onChoose}>
      {inside}
    </button>
  )
}
