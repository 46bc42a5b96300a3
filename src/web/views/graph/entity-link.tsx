import { Link } from "../../components/link.tsx";
import { type Place, withParameters } from "../../state/place.ts";

/** The page of an entity, by its slug. */
export const entityPlace = (slug: string): Place =>
  withParameters({ view: "graph", parameters: {} }, { entity: slug });

/** The name of an entity, as a link to its page. */
export const EntityLink = ({ slug, name }: { readonly slug: string; readonly name: string }) => (
  <Link to={entityPlace(slug)} text={name} />
);
