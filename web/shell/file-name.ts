/** The file's name that the server gave, else `fallback`. */
export function fileName(disposition: string | null, fallback: string): string {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? fallback
}
