package io.mcpsf.house;

import io.mcpsf.house.Compiled.Member;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pure room may use of the JDK and of libraries: values and functions of them. Everything
 * that is not named here is refused: it may read a clock, a variable, a file, a socket or chance,
 * start a thread, or find any of these by reflection. What is missing and pure may be added.
 */
final class PureJdk {

    /** Whole packages (with a slash at the end) and whole types. */
    private static final Set<String> WHOLE =
            words(
                    """
                    java/lang/annotation/ java/math/ java/util/function/ java/util/regex/
                    tools/jackson/core/ tools/jackson/databind/ tools/jackson/dataformat/toml/ tools/jackson/dataformat/yaml/ org/snakeyaml/engine/v2/ org/jspecify/annotations/
                    java/lang/AutoCloseable java/lang/Byte java/lang/CharSequence java/lang/Character
                    java/lang/Character$UnicodeBlock java/lang/Character$UnicodeScript java/lang/Cloneable java/lang/Comparable java/lang/Deprecated
                    java/lang/Double java/lang/Enum java/lang/Float java/lang/FunctionalInterface java/lang/Iterable java/lang/Number
                    java/lang/Override java/lang/Record java/lang/Runnable java/lang/SafeVarargs java/lang/Short java/lang/String
                    java/lang/StackOverflowError java/lang/StringBuilder java/lang/SuppressWarnings java/lang/Void
                    java/lang/ArithmeticException java/lang/AssertionError java/lang/Error java/lang/Exception
                    java/lang/IllegalArgumentException java/lang/IllegalStateException java/lang/IndexOutOfBoundsException
                    java/lang/MatchException java/lang/NoSuchFieldError java/lang/NumberFormatException java/lang/RuntimeException
                    java/lang/UnsupportedOperationException
                    java/lang/invoke/LambdaMetafactory java/lang/invoke/StringConcatFactory
                    java/lang/runtime/ObjectMethods java/lang/runtime/SwitchBootstraps
                    java/io/BufferedReader java/io/ByteArrayInputStream java/io/ByteArrayOutputStream java/io/IOException java/io/InputStream java/io/OutputStream java/io/Reader
                    java/io/StringReader java/io/StringWriter java/io/UncheckedIOException java/io/Writer
                    java/nio/ByteBuffer java/nio/CharBuffer java/nio/charset/CharacterCodingException java/nio/charset/CharsetDecoder
                    java/nio/charset/CodingErrorAction java/nio/charset/StandardCharsets
                    java/security/MessageDigest java/security/NoSuchAlgorithmException
                    java/text/Normalizer java/text/Normalizer$Form
                    java/time/DateTimeException java/time/DayOfWeek java/time/Duration java/time/Month java/time/Period
                    java/time/ZoneOffset java/time/temporal/ChronoUnit java/time/format/DateTimeParseException
                    java/util/ArrayDeque java/util/ArrayList java/util/Arrays java/util/Base64 java/util/Base64$Decoder
                    java/util/Base64$Encoder java/util/BitSet java/util/Collection java/util/Comparator java/util/Deque java/util/EnumMap
                    java/util/EnumSet java/util/HashMap java/util/HashSet java/util/HexFormat java/util/Iterator java/util/LinkedHashMap
                    java/util/LinkedHashSet java/util/List java/util/ListIterator java/util/Map java/util/Map$Entry
                    java/util/NavigableMap java/util/NavigableSet java/util/NoSuchElementException java/util/Objects java/util/Optional
                    java/util/OptionalDouble java/util/OptionalInt java/util/OptionalLong java/util/PriorityQueue java/util/Queue
                    java/util/SequencedCollection java/util/SequencedMap java/util/SequencedSet java/util/Set java/util/SortedMap
                    java/util/SortedSet java/util/StringJoiner java/util/TreeMap java/util/TreeSet
                    java/util/stream/BaseStream java/util/stream/Collector java/util/stream/Collectors java/util/stream/DoubleStream java/util/stream/Gatherer
                    java/util/stream/Gatherers java/util/stream/IntStream java/util/stream/LongStream java/util/stream/Stream
                    java/util/stream/Stream$Builder java/util/stream/StreamSupport
                    """);

    /** Types of which only some members are pure. */
    private static final Map<String, Set<String>> SOME =
            some(
                    """
                    java/lang/Boolean TYPE TRUE FALSE booleanValue compare equals hashCode parseBoolean toString valueOf
                    java/lang/Class cast getComponentType getEnumConstants getName getSimpleName isEnum isInstance isRecord
                    java/lang/Integer TYPE bitCount compare compareTo compareUnsigned doubleValue equals hashCode intValue longValue max min
                    java/lang/Integer numberOfLeadingZeros numberOfTrailingZeros parseInt parseUnsignedInt rotateLeft rotateRight
                    java/lang/Integer signum sum toBinaryString toHexString toString toUnsignedLong toUnsignedString valueOf
                    java/lang/Long TYPE bitCount compare compareTo compareUnsigned doubleValue equals hashCode intValue longValue max min
                    java/lang/Long numberOfLeadingZeros numberOfTrailingZeros parseLong parseUnsignedLong rotateLeft rotateRight
                    java/lang/Long signum sum toBinaryString toHexString toString toUnsignedString valueOf
                    java/lang/Math abs absExact addExact cbrt ceil ceilDiv clamp exp floor floorDiv floorMod hypot log log10 max min
                    java/lang/Math multiplyExact negateExact pow rint round signum sqrt subtractExact tanh toIntExact
                    java/lang/Object <init> clone equals getClass hashCode toString
                    java/lang/System arraycopy
                    java/lang/StrictMath exp
                    java/lang/Throwable <init> addSuppressed getCause getMessage getSuppressed initCause toString
                    java/lang/invoke/CallSite
                    java/lang/invoke/MethodHandle
                    java/lang/invoke/MethodHandles
                    java/lang/invoke/MethodHandles$Lookup
                    java/lang/invoke/MethodType
                    java/lang/invoke/TypeDescriptor
                    java/net/InetAddress equals getAddress getHostAddress hashCode isAnyLocalAddress isLinkLocalAddress isLoopbackAddress
                    java/net/InetAddress isMulticastAddress isSiteLocalAddress ofLiteral
                    java/net/URI create equals getAuthority getFragment getHost getPath getPort getQuery getRawPath getRawQuery getScheme
                    java/net/URI getUserInfo hashCode isAbsolute normalize relativize resolve toASCIIString toString
                    java/net/URISyntaxException getMessage getReason
                    java/net/URLDecoder decode
                    java/net/URLEncoder encode
                    java/nio/ByteOrder LITTLE_ENDIAN
                    java/nio/charset/Charset decode encode name newDecoder newEncoder
                    java/nio/file/Path compareTo endsWith equals getFileName getName getNameCount getParent getRoot hashCode isAbsolute
                    java/nio/file/Path iterator normalize of relativize resolve resolveSibling startsWith subpath toString
                    java/time/Instant EPOCH MAX MIN atOffset compareTo equals getEpochSecond getNano hashCode isAfter isBefore minus
                    java/time/Instant minusMillis minusNanos minusSeconds ofEpochMilli ofEpochSecond parse plus plusMillis plusNanos
                    java/time/Instant plusSeconds toEpochMilli toString truncatedTo until
                    java/time/LocalDate atStartOfDay compareTo equals getDayOfMonth getMonthValue getYear hashCode isAfter isBefore isEqual
                    java/time/LocalDate minusDays of ofEpochDay parse plusDays toEpochDay toString until
                    java/time/OffsetDateTime equals format hashCode parse toInstant toString
                    java/time/ZoneId of
                    java/time/format/DateTimeFormatter ISO_INSTANT ISO_LOCAL_DATE format ofPattern parse withLocale withZone
                    java/time/chrono/ChronoLocalDate isAfter isBefore isEqual
                    java/time/temporal/Temporal
                    java/time/temporal/TemporalAccessor
                    java/time/temporal/TemporalUnit
                    java/util/Collections addAll disjoint emptyIterator emptyList emptyMap emptySet frequency max min nCopies reverse
                    java/util/Collections reverseOrder singleton singletonList sort swap unmodifiableCollection unmodifiableList
                    java/util/Collections unmodifiableMap unmodifiableSet unmodifiableSortedMap unmodifiableSortedSet
                    java/util/Locale ENGLISH ROOT US
                    java/util/UUID <init> equals fromString getLeastSignificantBits getMostSignificantBits hashCode nameUUIDFromBytes toString
                    """);

    /** On no type: threads behind our back, and standard error. */
    private static final Set<String> NEVER =
            Set.of("parallel", "parallelStream", "printStackTrace");

    /** Classes that need more, and what. What they do with it is bound to the class path. */
    private static final Map<String, Set<String>> EXCEPTIONS =
            some(
                    """
                    judge/RuleFiles java/lang/Class.getResource java/net/URL java/net/URLConnection java/net/JarURLConnection
                    judge/DomainTable java/lang/Class.getResourceAsStream
                    judge/HonestActs java/lang/Class.getResourceAsStream
                    judge/LoginService java/lang/Class.getResourceAsStream
                    judge/RuleFiles java/nio/file/Files java/nio/file/Path.toFile java/io/File java/util/jar/ java/util/zip/ZipEntry
                    judge/poison/Encoder java/util/stream/IntStream.parallel
                    judge/poison/Lexicon java/lang/Class.getResourceAsStream
                    judge/poison/Linear java/util/stream/IntStream.parallel
                    judge/poison/TrainedReader java/lang/ref/SoftReference
                    judge/Field java/lang/reflect/ java/lang/Class java/lang/ReflectiveOperationException
                    judge/ObservationReader java/lang/reflect/ java/lang/Class java/lang/ReflectiveOperationException java/lang/NoSuchMethodException
                    json/EvidenceFormat java/lang/Class
                    model/Observation java/lang/Class
                    json/RecordCodec java/lang/reflect/ java/lang/Class java/lang/ReflectiveOperationException java/lang/NoSuchMethodException
                    json/RecordCodec java/util/concurrent/ConcurrentHashMap
                    report/form/ReportFiles java/util/stream/Stream.parallel
                    report/Resources java/lang/Class.getResourceAsStream
                    """);

    private PureJdk() {}

    /** What a class uses that is not known to be pure. */
    static List<String> impurities(Compiled one) {
        Set<String> more =
                EXCEPTIONS.getOrDefault(
                        Compiled.file(one.name()).substring("io/mcpsf/".length()), Set.of());
        var impure = new ArrayList<String>();
        for (Member used : one.members()) {
            if (!Compiled.isOurs(used.owner()) && !pure(used) && !granted(more, used.toString())) {
                impure.add(used + ", which is not known to be pure");
            }
        }
        for (String type : one.types()) {
            if (!Compiled.isOurs(type)
                    && !whole(type)
                    && !SOME.containsKey(type)
                    && !granted(more, type)) {
                impure.add(type + ", which is not known to be pure");
            }
        }
        return impure;
    }

    /** The classes that need more than the rest. */
    static Set<String> exceptions() {
        return EXCEPTIONS.keySet();
    }

    private static boolean pure(Member used) {
        return !NEVER.contains(used.name())
                && (whole(used.owner())
                        || SOME.getOrDefault(used.owner(), Set.of()).contains(used.name()));
    }

    private static boolean whole(String type) {
        return WHOLE.contains(type)
                || WHOLE.stream().anyMatch(each -> each.endsWith("/") && type.startsWith(each));
    }

    private static boolean granted(Set<String> more, String used) {
        return more.stream()
                .anyMatch(
                        each ->
                                used.equals(each)
                                        || used.startsWith(each + ".")
                                        || (each.endsWith("/") && used.startsWith(each)));
    }

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** The first word of each line, with the others; several lines may begin with the same one. */
    private static Map<String, Set<String>> some(String text) {
        var some = new HashMap<String, Set<String>>();
        for (String line : text.lines().toList()) {
            List<String> words = List.of(line.split(" "));
            some.computeIfAbsent(words.getFirst(), _ -> new HashSet<>())
                    .addAll(words.subList(1, words.size()));
        }
        return some;
    }
}
