import { useEffect, useState } from 'react'

const REST_MS = 250

/**
 * The moment at which slider and mark stand: at once where somebody moves them. `onRest` is told once they rest there;
 * what it was told comes back as `value`, maybe after they were moved on, and then leaves them where they are.
 */
export function useMoment(value: number, onRest: (moment: number) => void): readonly [number, (to: number) => void] {
  const [at, setAt] = useState(value)
  const [seen, setSeen] = useState(value)
  const [told, setTold] = useState<readonly number[]>([])
  if (value !== seen) {
    setSeen(value)
    setTold(told.includes(value) ? told.slice(told.indexOf(value) + 1) : [])
    if (!told.includes(value)) setAt(value)
  }
  useEffect(() => {
    if (at === (told.at(-1) ?? value)) return
    const timer = setTimeout(() => {
      setTold([...told, at])
      onRest(at)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [at, told, value, onRest])
  return [at, setAt]
}
