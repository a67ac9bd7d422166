/** Where every server shows the page on which anyone checks a proof. */
export const VERIFIER_PATH = '/verify'
