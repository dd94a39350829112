import type { FastifyRequest } from 'fastify'

/** What the router leaves out of an address that names its server: `GET http://portal.example/api/coes`. */
const SERVER = /^https?:\/\/.*?(?=\/)/

/**
 * The first folder of an address as the router reads it, however it is written: `api` of `/%61pi/coes` as well. What
 * nobody can decode stays as it is.
 */
export function folderOf(address: string): string {
  const [, folder = ''] = address.replace(SERVER, '').split(/[/?#]/)
  try {
    return decodeURI(folder)
  } catch {
    return folder
  }
}

/** Whether a call is one of the API's: its route says so or, where nothing answers, its address. */
export const asksApi = ({ url, routeOptions }: FastifyRequest): boolean => folderOf(routeOptions.url ?? url) === 'api'
