/** The lines of a CSV file of the portal, without the byte order mark before them; the heading is the first. */
export const csvLines = (body: string): readonly string[] =>
  body
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
