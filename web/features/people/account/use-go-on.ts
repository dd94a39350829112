import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Goes to an address so many ms after something is done (spec, constants: redirect delays). */
export function useGoOn(isDone: boolean, to: string, afterMs: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [isDone, to, afterMs, navigate])
}
