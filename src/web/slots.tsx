import type { ComponentType } from 'react'

declare const VALUE: unique symbol

/**
 * A named place that other features can fill with a component or an event handler. The owner defines it in
 * `x.slots.ts`, other features fill it in `x.contributions.ts`, and app/web-features.ts lists these.
 */
export interface Slot<Value> {
  /** The owner and the purpose, as in 'profiles.memberActions'. */
  readonly name: string
  readonly [VALUE]?: (value: Value) => Value
}

export interface Contribution {
  readonly slot: string
  readonly value: unknown
}

export function defineSlot<Value>(name: string): Slot<Value> {
  return { name }
}

export function fill<Value>(slot: Slot<Value>, value: NoInfer<Value>): Contribution {
  return { slot: slot.name, value }
}

let registry: readonly Contribution[] = []

/** Replaces all contributions. Returns a function that restores the earlier ones; tests call it at their end. */
export function installContributions(contributions: readonly Contribution[]): () => void {
  const before = registry
  registry = contributions
  return () => {
    registry = before
  }
}

/** In the order in which app/web-features.ts lists them. */
export function contributionsTo<Value>(slot: Slot<Value>): Value[] {
  return registry.flatMap((one) => (one.slot === slot.name ? [one.value as Value] : []))
}

/** Calls all handlers of an event and returns their results. */
export function publish<Args extends unknown[], Result>(
  slot: Slot<(...args: Args) => Result>,
  ...args: NoInfer<Args>
): Result[] {
  return contributionsTo(slot).map((handle) => handle(...args))
}

/** Renders the components that fill a slot, and passes them the other props. Renders nothing if no feature fills it. */
export function SlotContent<Props extends object>({
  slot,
  ...props
}: { slot: Slot<ComponentType<Props>> } & NoInfer<Props>) {
  return contributionsTo(slot).map((Content, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the contributions never change their order
    <Content key={index} {...(props as unknown as Props)} />
  ))
}
