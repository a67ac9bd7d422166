/** Name of the page on which anyone checks a proof, in the folder of a built client. */
export const VERIFIER_FILE = 'verify.html'
/** Name of the page that shows `/openapi.json`, there too. */
export const REFERENCE_FILE = 'reference.html'
