/** Styles are bundled beside the scripts; importing them yields nothing. */
declare module "*.css";
