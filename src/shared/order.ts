type Key = string | number | Date

/** A comparison for `sort`: negative when `a` comes first, positive when `b` does, and 0 when neither does. */
export type Comparison<Item> = (a: Item, b: Item) => number

/**
 * Compares items by a key, the smallest first. Equal keys give 0: a comparison that never does orders them differently in
 * each engine, and then a browser renders another page than the server. Strings compare by code unit, because the words of
 * a language sort differently in each version of an engine.
 */
export const ascending =
  <Item>(keyOf: (item: Item) => Key): Comparison<Item> =>
  (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one < other) return -1
    return one > other ? 1 : 0
  }

/** Compares items by a key, the largest first. */
export const descending = <Item>(keyOf: (item: Item) => Key): Comparison<Item> => {
  const compare = ascending(keyOf)
  return (a, b) => compare(b, a)
}

/**
 * Compares by the first comparison that tells two items apart. The last one is an id where items may be equal in everything
 * else and come in no fixed order.
 */
export const compareInTurn =
  <Item>(...comparisons: Comparison<Item>[]): Comparison<Item> =>
  (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  }
