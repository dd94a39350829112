/** How the system is, for people and monitors. */
export const HEALTH_URL = '/api/health'
/** The same, with 503 while it is red, for load balancers. */
export const READY_URL = '/api/ready'

/** Whether a route tells how the system is: it is never turned away, and waits for nothing. */
export const isHealthUrl = (url: string | undefined): boolean => url === HEALTH_URL || url === READY_URL
