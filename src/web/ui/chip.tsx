import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/** A fact about a game; `edge` draws only an outline (a badge). */
export function Chip({
  edge,
  icon,
  className,
  children,
  ...rest
}: { edge?: boolean; icon?: IconName } & ComponentProps<'span'>) {
  return (
    <span {...rest} className={cx('chip', edge && 'edge', className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** `chosen` sets the accent edge and `aria-pressed`; `tall` is 36 px high, for filter bars. */
export function ChipButton({
  edge,
  tall,
  icon,
  chosen,
  className,
  children,
  ...rest
}: { edge?: boolean; tall?: boolean; icon?: IconName; chosen?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={chosen}
      className={cx('chip chip-btn', edge && 'edge', tall && 'chip-tall', chosen && 'on', className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A chosen filter with a cross. `name` is the spoken name of the filter. */
export function FilterChip(
  props: { name: string; children: ReactNode; className?: string } & (
    | { href: string; onClick?: (event: MouseEvent<HTMLAnchorElement>) => void; onRemove?: never }
    | { onRemove: () => void; href?: never }
  ),
) {
  const className = cx('chip chip-btn chip-tall on', props.className)
  const label = `Remove the filter ${props.name}`
  const inside = (
    <>
      {props.children}
      <Icon name="x" />
    </>
  )
  return props.href !== undefined ? (
    <a className={className} href={props.href} aria-label={label} data-chosen onClick={props.onClick}>
      {inside}
    </a>
  ) : (
    <button type="button" className={className} aria-label={label} onClick={props.onRemove}>
      {inside}
    </button>
  )
}
