/** A character that can be seen, so none of white space alone, nor of what is only there to steer others. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u

/** Whether nothing of a text can be seen: what the server takes for missing, and a screen as well. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)
