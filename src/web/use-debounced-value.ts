import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for a while. */
export function useDebouncedValue(value: string, milliseconds: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
