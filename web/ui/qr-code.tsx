import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './qr-code.module.css'

/** The black squares of a QR code as one path, and how many stand side by side; undefined until the drawing is here. */
function useSquares(text: string): { readonly path: string; readonly side: number } | undefined {
  const [squares, setSquares] = useState<{ readonly path: string; readonly side: number }>()
  useEffect(() => {
    let isGone = false
    void import('qr').then(
      ({ default: encodeQR }) => {
        if (isGone) return
        const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
        const path = rows.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])))
        setSquares({ path: path.join(''), side: rows.length })
      },
      // What it says stands beside it, to be typed.
      (error: unknown) => console.warn(error),
    )
    return () => {
      isGone = true
    }
  }, [text])
  return squares
}

/** A QR code, black on white in every colour scheme: apps read no other. Drawn here: what it says goes to nobody. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const squares = useSquares(text)
  if (squares === undefined) return <Skeleton height={200} width={200} role="status" aria-label="Drawing the QR code" />
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${squares.side} ${squares.side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={squares.side} height={squares.side} fill="#fff" />
      <path d={squares.path} fill="#000" />
    </svg>
  )
}
