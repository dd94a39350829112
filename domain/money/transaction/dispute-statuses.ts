/** What lists show of a bill while a dispute is open on it; the chain has it as billed. */
export const DISPUTED = 'disputed'
/** The status of a bill whose money has gone back to the wallet: an end beside the chain. */
export const REVERSED = 'reversed'
