import type { Migration } from '../migration';

export const ruleMigrations: readonly Migration[] = [
  {
    id: 'rules-1',
    statements: [
      // Objects that rules and tables refer to, such as datasets, schemas, ticket repositories and loggers.
      `CREATE TABLE reference_object (
        kind VARCHAR NOT NULL,
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        table_name VARCHAR
      )`,
      // The configuration is one JSON document, so that unknown fields are preserved.
      `CREATE TABLE detection_rule (
        kind VARCHAR NOT NULL,
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        enabled BOOLEAN NOT NULL,
        configuration VARCHAR NOT NULL,
        user_name VARCHAR NOT NULL,
        created TIMESTAMPTZ NOT NULL,
        updated TIMESTAMPTZ NOT NULL
      )`,
      `CREATE TABLE rule_version (
        rule_guid VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        created TIMESTAMPTZ NOT NULL,
        user_name VARCHAR NOT NULL,
        description VARCHAR,
        configuration VARCHAR NOT NULL
      )`,
    ],
  },
];
