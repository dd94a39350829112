/** A character that can be seen: no white space, Braille's included, nor what is only there to steer others. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u

/** Whether nothing of a text can be seen: what the server takes for missing, and a screen as well. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)
